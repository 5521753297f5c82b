/** Something to tell the operator, without a trace. */
export class Complaint extends Error {}
