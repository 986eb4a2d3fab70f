import type pg from 'pg';
import { z } from 'zod';

/** What the statements of one call touched: 8 kB buffers, hit or read, local and temporary ones too; ms as the database counts them. */
export type Touched = { buffers: number; ms: number; statements: { text: string; buffers: number }[] };

const count = z.number().default(0);
const planSchema = z.object({
  'QUERY PLAN': z.tuple([
    z.object({
      Plan: z.object({
        'Shared Hit Blocks': count,
        'Shared Read Blocks': count,
        'Local Hit Blocks': count,
        'Local Read Blocks': count,
        'Temp Read Blocks': count,
        'Temp Written Blocks': count,
      }),
      'Planning Time': z.number(),
      'Execution Time': z.number(),
    }),
  ]),
});

const EXPLAINED = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i;
/** Touches no table. */
const CONTROL = /^\s*(?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET)\b/i;

export type MeasuredPool = {
  /** Hand it to the product's own functions in place of the pool it wraps. */
  pool: pg.Pool;
  /** What `work` touched through it. */
  measure(work: () => Promise<unknown>): Promise<Touched>;
};

/**
 * A pool whose statements are explained before they run: executed for that once, in a transaction or behind a savepoint that is
 * rolled back, then run as they came. So what is measured is what the product sends, to the letter. Calls go one at a time.
 */
export function measuredPool(real: pg.Pool): MeasuredPool {
  let touched: Touched | null = null;

  const explain = async (client: pg.PoolClient, inside: boolean, text: string, values: unknown[]) => {
    if (touched === null || CONTROL.test(text)) return;
    if (!EXPLAINED.test(text)) throw new Error(`a statement that would go uncounted: ${text}`);
    await client.query(inside ? 'SAVEPOINT explained' : 'BEGIN');
    const { rows } = await client.query(
      `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${text}`,
      values,
    );
    await client.query(inside ? 'ROLLBACK TO SAVEPOINT explained' : 'ROLLBACK');
    const [{ Plan: plan, 'Planning Time': planned, 'Execution Time': executed }] = planSchema.parse(rows[0])[
      'QUERY PLAN'
    ];
    const buffers = Object.values(plan).reduce((sum, n) => sum + n, 0);
    touched.buffers += buffers;
    touched.ms += planned + executed;
    touched.statements.push({ text: text.replaceAll(/\s+/g, ' ').trim(), buffers });
  };

  const measuredClient = (client: pg.PoolClient): pg.PoolClient => {
    let inside = false;
    const query = async (text: string, values: unknown[] = []) => {
      await explain(client, inside, text, values);
      const answer = await client.query(text, values);
      if (/^BEGIN\b/.test(text)) inside = true;
      if (/^(COMMIT|ROLLBACK)$/.test(text)) inside = false;
      return answer;
    };
    return new Proxy(client, {
      get(target, name) {
        if (name === 'query') return query;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  };

  const pool = new Proxy(real, {
    get(target, name) {
      if (name === 'connect') return async () => measuredClient(await target.connect());
      if (name === 'query')
        return async (text: string, values?: unknown[]) => {
          const client = await target.connect();
          try {
            return await measuredClient(client).query(text, values);
          } finally {
            client.release();
          }
        };
      return Reflect.get(target, name, target);
    },
  });

  return {
    pool,
    async measure(work) {
      touched = { buffers: 0, ms: 0, statements: [] };
      try {
        await work();
        return touched;
      } finally {
        touched = null;
      }
    },
  };
}
