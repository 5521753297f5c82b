/** An error message for the operator, without a stack trace. */
export class Complaint extends Error {}
