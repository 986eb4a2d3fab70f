import fs from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HOME_SECTIONS } from '../../contract/home-sections.ts';
import { HEAD_PHOTO_SIZES } from '../../contract/report-view/photo-sources.ts';
import { ANY_PATH } from './answers/method-table.ts';
import { addShareTarget } from './share-target.ts';

/** Pages whose address is more or less than their name (web/routes.tsx). */
const ADDRESSES: Record<string, string[]> = {
  home: ['/'],
  report: ['/reports/:report_id'],
  shared: ['/shared/:token'],
  quote: ['/quotes/:token'],
  operator: ['/operator', '/operator/:section', '/operator/:section/:id'],
};
const addressesOf = (page: string): string[] => ADDRESSES[page] ?? [`/${page}`];

/** Served by others or by nobody, but never a page: files, which are real or nothing. */
const NO_PAGE = /^(api|health|assets|pages|metrics)(\/|$)|\./i;

/**
 * Where an address that no page has leads: to the page it means where only case or slashes differ, to the section of the
 * home page that a footer address names, else home (docs/product.md). Null where it is none of a page.
 */
function elsewhere(address: string, pages: readonly RegExp[]): string | null {
  if (NO_PAGE.test(address)) return null;
  const [first = '', ...rest] = address.split('/').filter((part) => part !== '');
  const name = first.toLowerCase();
  if (rest.length === 0 && HOME_SECTIONS.includes(name)) return `/#${name}`;
  const meant = [name, ...rest].join('/');
  return meant !== address && pages.some((page) => page.test(`/${meant}`)) ? `/${meant}` : '/';
}

/** Longest part of a page's address, in characters: longer than any id or token. No page is at a longer one (judgement). */
const MAX_PART = 100;

async function leadHomeFromTooLong(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (Object.values(request.params as Record<string, string>).some((part) => part.length > MAX_PART))
    await reply.header('cache-control', 'no-cache').redirect('/', 302);
}

/** `image`: address of a picture, from the root; null: none. `image_size`: px, where it is known. */
type Preview = {
  title: string;
  description: string;
  image: string | null;
  image_size: { width: number; height: number } | null;
  /** The first photo that the page shows, with the widths it is served in. */
  lead: { url: string; sources: string } | null;
};

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A page with what messengers and search engines read of it: its name, and that it is nobody's to find. */
function withPreview(page: string, preview: Preview | null, origin: string): string {
  const tags = ['<meta name="robots" content="noindex, nofollow" />'];
  if (preview !== null) {
    const { title, description, image, image_size: size } = preview;
    for (const [name, content] of Object.entries({
      site_name: 'LotLens',
      type: 'article',
      title,
      description,
      // Messengers take whole addresses only.
      ...(image === null ? {} : { image: `${origin}${image}` }),
      ...(size === null ? {} : { 'image:width': String(size.width), 'image:height': String(size.height) }),
    }))
      tags.push(`<meta property="og:${name}" content="${escaped(content)}" />`);
    // The largest thing of the page: on its way, and in its place, before the scripts that draw the report.
    if (preview.lead !== null)
      tags.push(
        `<link rel="preload" as="image" href="${escaped(preview.lead.url)}" imagesrcset="${escaped(preview.lead.sources)}" imagesizes="${HEAD_PHOTO_SIZES}" fetchpriority="high" />`,
      );
    tags.push(`<meta name="twitter:card" content="${image === null ? 'summary' : 'summary_large_image'}" />`);
  }
  const lead = preview?.lead ?? null;
  const photo =
    lead === null
      ? ''
      : `<img src="${escaped(lead.url)}" srcset="${escaped(lead.sources)}" sizes="${HEAD_PHOTO_SIZES}" alt="" fetchpriority="high">`;
  return page
    .replace(/(<figure data-lead=""[^>]*>)/, (figure) => `${figure}${photo}`)
    .replace(/<title>[^<]*<\/title>/, (title) =>
      preview === null ? title : `<title>${escaped(preview.title)}</title>`,
    )
    .replace('</head>', () => `${tags.map((tag) => `    ${tag}\n`).join('')}  </head>`);
}

/** The script that stands in every page, as the build left it; null where nothing is built. */
export function pageScript(folder: string): string | null {
  const file = path.join(folder, 'returning.js');
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;
}

type WebAppOptions = {
  /** There are sample lots: the pages keep their place. */
  samples: boolean;
  /** What a shared report's link says of itself. */
  preview: (token: string) => Promise<Preview | null>;
  /** The picture that a shared report's link is shown with, PNG; null: there is none. */
  card: (token: string) => Promise<Buffer | null>;
  /** Where the service is reached, without a slash at the end; null: the host of each request. */
  publicUrl: string | null;
};

/** Serves the built browser application: its files, its pages, and a way to them from every other page address. */
export async function addWebApp(
  app: FastifyInstance,
  folder: string,
  { samples, preview, card, publicUrl }: WebAppOptions,
): Promise<boolean> {
  const originOf = (request: FastifyRequest): string => publicUrl ?? `${request.protocol}://${request.host}`;
  const index = path.join(folder, 'index.html');
  if (!fs.existsSync(index)) return false;
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    // The build lays a .br and a .gz beside each text file.
    preCompressed: true,
    setHeaders(reply, file) {
      const hashed = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  // Pages are those the build knows, by its own listing (scripts/draw-pages.ts): an address never becomes a path.
  const place = samples ? 'pages/with-samples' : 'pages';
  const files = new Set(fs.globSync('*.html', { cwd: path.join(folder, place) }));
  const pages = [...files].flatMap((file) => /^([\w-]+)\.html$/.exec(file)?.[1] ?? []);
  for (const page of pages) {
    const drawn = `${page}.drawn.html`;
    if (page === 'shared') {
      const html = fs.readFileSync(path.join(folder, place, `${page}.html`), 'utf8');
      app.get<{ Params: { token: string } }>(
        '/shared/:token',
        { schema: { hide: true }, preHandler: leadHomeFromTooLong },
        async (request, reply) =>
          await reply
            .header('cache-control', 'no-cache')
            .header('x-robots-tag', 'noindex, nofollow')
            .type('text/html; charset=utf-8')
            .send(withPreview(html, await preview(request.params.token), originOf(request))),
      );
      // Asked for again each time, so that it ends with the link.
      app.get<{ Params: { token: string } }>(
        '/shared/:token/card.png',
        { schema: { hide: true } },
        async (request, reply) => {
          const bytes = await card(request.params.token);
          if (bytes === null) return reply.callNotFound();
          return await reply
            .header('cache-control', 'no-cache')
            .header('x-robots-tag', 'noindex, nofollow')
            .type('image/png')
            .send(bytes);
        },
      );
      continue;
    }
    if (page === 'share') {
      const html = fs.readFileSync(path.join(folder, place, `${page}.html`), 'utf8');
      await addShareTarget(app, (line) => html.replace('</head>', () => `    ${line}\n  </head>`), escaped);
    }
    for (const address of addressesOf(page))
      app.get(
        address,
        { schema: { hide: true }, preHandler: leadHomeFromTooLong },
        async (request, reply) => {
          // By a link that is one partner's alone.
          if (page === 'quote') void reply.header('x-robots-tag', 'noindex, nofollow');
          // The bookmarklet on a lot's page opens this one and hands it that page: the opener must be kept, here alone.
          if (page === 'import') void reply.header('cross-origin-opener-policy', 'unsafe-none');
          // Drawn ones stand for the bare address only: what follows a question mark may change what is seen.
          const file = files.has(drawn) && !request.url.includes('?') ? drawn : `${page}.html`;
          return reply.header('cache-control', 'no-cache').sendFile(`${place}/${file}`);
        },
      );
  }
  const patterns = pages
    .flatMap(addressesOf)
    .map((address) => new RegExp(`^${address.replaceAll(/:\w+/g, '[\\w~-]+')}$`));
  app.get<{ Params: { '*': string } }>(ANY_PATH, { schema: { hide: true } }, async (request, reply) => {
    const way = elsewhere(request.params['*'], patterns);
    if (way === null) return reply.callNotFound();
    const [, query] = request.url.split('?', 2);
    const kept = query === undefined || /^\/(#|$)/.test(way) ? '' : `?${query}`;
    return reply.header('cache-control', 'no-cache').redirect(`${way}${kept}`, 302);
  });
  return true;
}
