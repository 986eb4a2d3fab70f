import { HOSTILE_BODIES } from './hostile-texts.ts';

/** A process that sends hostile bodies to `scrape`, so that making them holds up nobody who measures. */
process.on('message', async ({ origin, names }: { origin: string; names: string[] }) => {
  const answers = await Promise.all(
    names.map(async (name, index) => {
      const answer = await fetch(`${origin}/api/v1/auction/scrape`, {
        method: 'POST',
        // Each from an address of its own, as the nearest proxy would tell.
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${index + 1}` },
        body: HOSTILE_BODIES[name]?.() ?? '',
      });
      return { name, status: answer.status, text: await answer.text() };
    }),
  );
  process.send?.(answers);
});
process.send?.('ready');
