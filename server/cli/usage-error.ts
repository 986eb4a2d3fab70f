/** Wrong words on the command line. */
export class UsageError extends Error {}

/**
 * Says on standard error what ended a command: with its help where the words on the command line were wrong. Answers whether they were.
 */
export function sayFault(error: unknown, help: string): boolean {
  const isUsage =
    error instanceof UsageError ||
    (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') === true;
  process.stderr.write(
    `${error instanceof Error ? error.message : String(error)}\n${isUsage ? `\n${help}` : ''}`,
  );
  return isUsage;
}
