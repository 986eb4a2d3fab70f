import { type ParseArgsConfig, parseArgs } from 'node:util';

/**
 * Reads the arguments of a command. `--help` prints `help` and ends with 0; an unknown option, or more than `most` arguments, prints
 * what is wrong and `help` on standard error and ends with 2, before anything is done.
 */
export function readUsage<
  const Options extends NonNullable<ParseArgsConfig['options']> = Record<never, never>,
>(help: string, { options, most = 0 }: { options?: Options; most?: number } = {}) {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { ...options, help: { type: 'boolean', short: 'h' } },
    });
    if (values.help) {
      process.stdout.write(help);
      process.exit(0);
    }
    if (positionals.length > most)
      throw new Error(`Too many arguments: ${positionals.slice(most).join(' ')}`);
    return { values: values as ReturnType<typeof parseArgs<{ options: Options }>>['values'], positionals };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
    process.exit(2);
  }
}
