import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { SCRAPE_MESSAGE } from '../../contract/api/auction-answers.ts';
import { readAuctionLink } from '../../contract/auction-link.ts';
import { pageInFile, UnreadableFile } from '../../contract/saved-page/saved-file.ts';
import type { Lot, LotOrigin } from '../../contract/schemas/lot.ts';
import { siteAsksToWait } from '../auction-sites/scrape-errors.ts';
import { AppError, RetryLater } from '../errors.ts';
import { asTaken } from '../lots/finish-lot.ts';
import { readHandedPages } from '../lots/read-user-supplied-page.ts';
import { pageText } from '../web-fetch/body/page-text.ts';

const HELP = `Reads one auction lot and prints it as one JSON object: the answer of \`scrape\`.

usage: npm run lot -- <auction link> [--page FILE …]
       npm run lot -- [<auction link>] --page FILE … [--choice LOT]

  --page FILE   the lot's page as you have it: saved HTML, a web archive, a PDF, the site's JSON, or its text; may be given several
                times, the pages are merged; - reads standard input. Then nothing is fetched.
  --choice LOT  of a page that shows several lots, this one: a \`choice\` of the error body it was refused with

exit: 0 done · 2 wrong usage · 3 the lot can't be read (the error body is printed) · 1 anything else
`;

const EXIT = { done: 0, failed: 1, usage: 2, unreadable: 3 } as const;
const FETCH_MS = 60_000;

class UsageError extends Error {}

const print = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};

async function pageOf(file: string): Promise<string> {
  const bytes = await (file === '-' ? bytesOfInput() : fs.readFile(file)).catch(() => {
    throw new UsageError(`The page ${file} can't be read.`);
  });
  try {
    return pageInFile(Uint8Array.from(bytes)) ?? pageText(bytes, null);
  } catch (error) {
    throw error instanceof UnreadableFile ? new UsageError(error.message) : error;
  }
}

async function bytesOfInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

type Read = { lot: Lot; lot_key: string; origin: LotOrigin };

async function readPages(link: string, files: readonly string[], choice: string | undefined): Promise<Read> {
  const pages: string[] = [];
  for (const file of files) pages.push(await pageOf(file));
  const lot = await readHandedPages({ link, pages, choice });
  const digest = createHash('sha256')
    .update([...pages, choice ?? ''].join('\u0000'))
    .digest('base64url')
    .slice(0, 24);
  return { lot, lot_key: `own_page:${digest}`, origin: 'own_page' };
}

/** Loaded only where something is fetched: with a page of its own the command starts at once. */
async function fetchLot(text: string): Promise<Read> {
  const reading = readAuctionLink(text);
  if (!reading.ok)
    throw new AppError('unsupported_url', reading.message, { details: { reason: reading.reason } });
  const { link } = reading;
  const [
    { processConfig },
    { createGuardedFetch },
    { createFetchPage },
    { readLot },
    { readHere },
    samples,
    product,
  ] = await Promise.all([
    import('../config.ts'),
    import('../web-fetch/guarded-fetch.ts'),
    import('../lots/fetch-page.ts'),
    import('../lots/read-lot.ts'),
    import('../lots/read-here.ts'),
    import('../../samples/sample-sites.ts'),
    import('../process/version.ts'),
  ]);
  const config = processConfig();
  const userAgent = config.USER_AGENT ?? product.PRODUCT_NAME;
  let isSample = false;
  const guarded = createGuardedFetch({
    userAgent,
    sourceOrigins: config.SOURCE_ORIGINS,
    ...(config.samples
      ? {
          answerLocally: async (url) => {
            const answer = await samples.answerSample(url);
            isSample ||= answer !== null;
            return answer;
          },
        }
      : {}),
  });
  const renderer =
    config.BROWSER_PATH === undefined
      ? null
      : (await import('../web-fetch/browser.ts')).createPageRenderer({
          browserPath: config.BROWSER_PATH,
          guardedFetch: guarded,
          userAgent,
        });
  try {
    const lot = await readLot(
      link,
      createFetchPage(guarded.fetch, renderer, () => readHere),
      readHere,
      {
        signal: AbortSignal.timeout(FETCH_MS),
      },
    );
    return { lot, lot_key: `${link.site}:${link.id}`, origin: isSample ? 'sample' : 'fetched' };
  } catch (error) {
    throw error instanceof RetryLater ? siteAsksToWait(link.site, error.ms) : error;
  } finally {
    // A browser left open would keep the command from ending.
    await renderer?.close();
    await guarded.close();
  }
}

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      page: { type: 'string', multiple: true, default: [] },
      choice: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return EXIT.done;
  }
  const { page: files, choice } = values;
  const [link, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError('One link at a time.');
  if (choice !== undefined && files.length === 0)
    throw new UsageError('A choice is made of the lots of a page: give it with --page.');
  // A page tells its lot by itself, and a list its lots.
  if (link === undefined && files.length === 0) throw new UsageError('An auction link is missing.');
  const { lot, lot_key, origin } = await (link === undefined || files.length > 0
    ? readPages(link ?? '', files, choice)
    : fetchLot(link));
  const { MAKES } = (await import('../config.ts')).processConfig();
  print({
    success: true,
    message: SCRAPE_MESSAGE,
    ...asTaken(lot, MAKES === 'all'),
    lot_key,
    origin,
    read_at: new Date().toISOString(),
  });
  return EXIT.done;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isUsage =
    error instanceof UsageError ||
    (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(isUsage ? `${message}\n\n${HELP}` : `${message}\n`);
  if (error instanceof AppError) {
    const { code, details } = error;
    if (typeof details.reason === 'string') process.stderr.write(`${details.reason}\n`);
    print({ success: false, message, detail: message, code, details });
  }
  process.exitCode = isUsage ? EXIT.usage : error instanceof AppError ? EXIT.unreadable : EXIT.failed;
}
