import type { Queryable } from './client.ts';

/** Takes the next free moment at a host over all processes; answers the ms to wait for it. */
export async function reserveHost(client: Queryable, host: string, intervalMs: number): Promise<number> {
  const reserved = await client.query<{ wait_ms: number }>(
    `INSERT INTO host_pace (host, next_at) VALUES ($1, clock_timestamp() + make_interval(secs => $2::float8 / 1000))
     ON CONFLICT (host) DO UPDATE SET next_at = greatest(host_pace.next_at, clock_timestamp()) + make_interval(secs => $2::float8 / 1000)
     RETURNING greatest(0, extract(epoch FROM next_at - clock_timestamp()) * 1000 - $2)::float8 AS wait_ms`,
    [host, intervalMs],
  );
  return reserved.rows[0]?.wait_ms ?? 0;
}
