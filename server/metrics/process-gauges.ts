import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';

/** What this process has open, read as it is scraped: connections to the database, sockets of users. */
export function processGauges(
  registry: Registry,
  tools: { pools: Readonly<Record<string, pg.Pool>>; sockets(): number },
): void {
  const registers = [registry];
  const pools = Object.entries(tools.pools);
  new Gauge({
    name: 'lotlens_pool_connections',
    help: 'Connections to the database.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount }] of pools) {
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'in_use' }, totalCount - idleCount);
      }
    },
  });
  new Gauge({
    name: 'lotlens_pool_waiting',
    help: 'Who waits for one of them.',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, { waitingCount }] of pools) this.set({ pool }, waitingCount);
    },
  });
  new Gauge({
    name: 'lotlens_pool_size',
    help: 'The most connections of a pool.',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, { options }] of pools) this.set({ pool }, options.max);
    },
  });
  new Gauge({
    name: 'lotlens_sockets_open',
    help: 'Live sockets of users.',
    registers,
    collect() {
      this.set(tools.sockets());
    },
  });
}
