import { startEmbeddedPostgres } from '../../server/db/embedded-postgres.ts';

/** A process made to be killed: uses the cluster in the folder it is given until then. */
const [folder = ''] = process.argv.slice(2);
const cluster = await startEmbeddedPostgres({ folder, fast: true });
process.stdout.write(`${cluster.url}\n`);
setInterval(() => {}, 60_000);
