/** Wrong words on the command line. */
export class UsageError extends Error {}
