/** An error message for the operator, without a stack trace. */
export class Complaint extends Error {}

/** An invalid use of a command. */
export class UsageError extends Complaint {}
