/** An error message for the operator, without a stack trace. */
export class Complaint extends Error {}

/** A command that was called in a way that it does not have. */
export class UsageError extends Complaint {}
