import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { pause } from '../../server/concurrency/pause.ts';
import { alive } from '../../server/db/embedded/cluster-lock.ts';
import { nativeBinaries, runBinary } from '../../server/db/embedded/native-binaries.ts';
import { isRoot, namedUser } from '../../server/db/embedded/system-users.ts';
import { type EmbeddedPostgres, freePort, startEmbeddedPostgres } from '../../server/db/embedded-postgres.ts';
import { migrate } from '../../server/db/migrate.ts';
import { until } from './service.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A place for a cluster that the server's user can reach. */
async function place(): Promise<string> {
  const folder = await temporaryFolder();
  await fs.chmod(folder, 0o755);
  return path.join(folder, 'postgres');
}

async function start(folder: string): Promise<EmbeddedPostgres> {
  const cluster = await startEmbeddedPostgres({ folder, fast: true });
  onTestFinished(() => cluster.stop());
  return cluster;
}

async function ask<T extends pg.QueryResultRow>(url: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(statement)).rows;
  } finally {
    await client.end();
  }
}

const serverOf = async (folder: string): Promise<number> =>
  Number((await fs.readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);

const gone = (pid: number) => until(`process ${pid} has ended`, 15_000, async () => !alive(pid));

/** Another process that uses the cluster; answers once it does. */
async function userProcess(folder: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'cluster-worker.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', () => reject(new Error('it ended before it was ready')));
  });
  return child;
}

/** A cluster as versions before this one made them: open to every user of the machine, all in it the superuser's. */
async function openCluster(folder: string): Promise<{ run(): Promise<ChildProcess>; binaries: string }> {
  const user = isRoot() ? await namedUser() : null;
  await fs.mkdir(folder);
  if (user) await fs.chown(folder, user.uid, user.gid);
  const binaries = await nativeBinaries(user);
  await runBinary(
    path.join(binaries, 'initdb'),
    ['-D', folder, '-U', 'lotlens', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { cwd: folder, user },
  );
  return {
    binaries,
    async run() {
      const child = spawn(
        path.join(binaries, 'postgres'),
        ['-D', folder, '-p', String(await freePort()), '-h', '127.0.0.1', '-k', '', '-c', 'fsync=off'],
        { cwd: folder, ...(user ?? {}), stdio: ['ignore', 'ignore', 'pipe'] },
      );
      onTestFinished(() => {
        child.kill('SIGKILL');
      });
      await new Promise<void>((resolve, reject) => {
        child.stderr?.on('data', (text: Buffer) => {
          if (text.includes('ready to accept connections')) resolve();
        });
        child.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
      });
      return child;
    },
  };
}

describe('the embedded PostgreSQL lets in nobody but us', () => {
  test('without the password neither superuser nor service role gets in', async () => {
    const { url } = await start(await place());
    for (const user of ['lotlens', 'lotlens_service', 'postgres'])
      for (const password of ['', 'lotlens']) {
        const guess = new URL(url);
        guess.username = user;
        guess.password = password;
        await expect(ask(guess.href, 'SELECT 1')).rejects.toThrow(/password|SASL/);
      }
  });

  test('the service is no superuser, and the owner of its database', async () => {
    const { url } = await start(await place());
    expect(
      await ask(
        url,
        `SELECT rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication, datname
           FROM pg_roles, pg_database
          WHERE rolname = current_user AND datname = current_database() AND datdba = pg_roles.oid`,
      ),
    ).toEqual([
      {
        rolname: 'lotlens_service',
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        datname: 'lotlens',
      },
    ]);
  });

  test('its key is readable by our user alone', async () => {
    const folder = await place();
    await start(folder);
    const { mode, uid } = await fs.stat(`${folder}.key`);
    expect([mode & 0o777, uid]).toEqual([0o600, process.getuid?.()]);
    expect((await fs.stat(folder)).mode & 0o777).toBe(0o700);
  });

  test.runIf(isRoot())(
    'another user of the machine reads neither key nor files, and has no account of the server’s',
    async () => {
      const folder = await place();
      await start(folder);
      const { uid } = await fs.stat(folder);
      expect(await fs.readFile('/etc/passwd', 'utf8')).not.toMatch(new RegExp(`^[^:]*:[^:]*:${uid}:`, 'm'));
      const nobody = await namedUser();
      for (const file of [`${folder}.key`, path.join(folder, 'PG_VERSION'), path.join(folder, 'pg_hba.conf')])
        expect(() => execFileSync('cat', [file], { ...nobody, cwd: '/', stdio: 'pipe' })).toThrow(/denied/);
    },
  );
});

describe('a cluster that an earlier version left open', () => {
  test('is closed by the next start, and keeps its data, which the service then owns', async () => {
    const folder = await place();
    const server = await (await openCluster(folder)).run();
    const port = (await fs.readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n')[3];
    const open = `postgresql://lotlens@127.0.0.1:${port}`;
    await ask(`${open}/postgres`, 'CREATE DATABASE lotlens');
    await migrate(`${open}/lotlens`);
    await ask(
      `${open}/lotlens`,
      "CREATE TABLE kept (id serial PRIMARY KEY, word text); INSERT INTO kept (word) VALUES ('here')",
    );
    await ask(
      `${open}/lotlens`,
      "CREATE SCHEMA more; CREATE TYPE more.colour AS ENUM ('red'); CREATE VIEW more.seen AS SELECT * FROM kept; CREATE FUNCTION more.one() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    );

    const cluster = await start(folder);

    expect(server.exitCode).toBe(0);
    const { url } = cluster;
    expect(await ask(url, 'SELECT word FROM kept')).toEqual([{ word: 'here' }]);
    await ask(
      url,
      "ALTER TABLE kept ADD COLUMN n int; INSERT INTO kept (word) VALUES ('too'); DROP FUNCTION more.one(); DROP VIEW more.seen; DROP TYPE more.colour; DROP SCHEMA more",
    );
    await migrate(url);
    const anyone = new URL(url);
    anyone.username = 'lotlens';
    anyone.password = '';
    await expect(ask(anyone.href, 'SELECT 1')).rejects.toThrow(/password|SASL/);
  });

  test('is left alone with a plain sentence while an earlier version uses it', async () => {
    const folder = await place();
    await (await openCluster(folder)).run();
    const port = (await fs.readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n')[3];
    await ask(`postgresql://lotlens@127.0.0.1:${port}/postgres`, 'CREATE DATABASE lotlens');
    const user = new pg.Client({
      connectionString: `postgresql://lotlens@127.0.0.1:${port}/lotlens`,
      application_name: 'lotlens',
    });
    await user.connect();
    await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(
      `An earlier version of LotLens is using the database in ${folder}; stop it first.`,
    );
    expect((await user.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
    await user.end();
  });
});

describe('processes that share a cluster', () => {
  test('the last that leaves stops the server, whoever started it', async () => {
    const folder = await place();
    const first = await start(folder);
    const second = await start(folder);
    const server = await serverOf(folder);
    expect([first.started, second.started]).toEqual([true, false]);
    await first.stop();
    expect(await ask(second.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    await second.stop();
    expect(alive(server)).toBe(false);
  });

  test('after kill -9 of the only one the server ends by itself', async () => {
    const folder = await place();
    const child = await userProcess(folder);
    const server = await serverOf(folder);
    child.kill('SIGKILL');
    await gone(server);
  });

  test('after kill -9 of the one that started it the others go on', async () => {
    const folder = await place();
    const child = await userProcess(folder);
    const server = await serverOf(folder);
    const cluster = await start(folder);
    child.kill('SIGKILL');
    await until(
      'the killed one is no user any more',
      10_000,
      async () => (await fs.readdir(`${folder}.users`)).length === 1,
    );
    expect(await ask(cluster.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    expect(alive(server)).toBe(true);
    await cluster.stop();
    await gone(server);
  });

  test('a server whose processes and their watch were all killed is taken over and stopped by the next', async () => {
    const folder = await place();
    const child = await userProcess(folder);
    const server = await serverOf(folder);
    const [watch] = await fs.readdir(`${folder}.users`);
    process.kill(Number(watch), 'SIGKILL');
    child.kill('SIGKILL');
    await gone(Number(watch));
    const cluster = await start(folder);
    expect([cluster.started, await serverOf(folder)]).toEqual([false, server]);
    await cluster.stop();
    await gone(server);
  });
});

describe('a server that is killed while it is used', () => {
  /** A cluster that is started again, and what its user hears. */
  async function keptCluster(folder: string, fast = true) {
    const said: string[] = [];
    const lost: string[] = [];
    const cluster = await startEmbeddedPostgres({
      folder,
      fast,
      keep: { say: (sentence) => said.push(sentence), lost: (sentence) => lost.push(sentence) },
    });
    onTestFinished(() => cluster.stop());
    return { ...cluster, said, lost };
  }
  const kill = async (folder: string): Promise<void> => {
    const server = await serverOf(folder);
    process.kill(server, 'SIGKILL');
    await gone(server);
  };
  const answers = (url: string) =>
    until('it answers again', 60_000, () => ask<{ n: number }>(url, 'SELECT 1 AS n').catch(() => null));

  test('is started again at its address, with its data', async () => {
    const folder = await place();
    // To disk before it says so: else a kill takes the last of it along.
    const { url, said } = await keptCluster(folder, false);
    await ask(url, "CREATE TABLE kept (word text); INSERT INTO kept VALUES ('here')");
    await kill(folder);
    await answers(url);
    expect(await ask(url, 'SELECT word FROM kept')).toEqual([{ word: 'here' }]);
    await until('both are said', 30_000, async () => said.length > 1);
    expect(said).toEqual([
      `The database in ${folder} ended unexpectedly; starting it again …`,
      'The database runs again.',
    ]);
  });

  test('is started again each time, and ends with its last user', async () => {
    const folder = await place();
    const { url, stop } = await keptCluster(folder);
    for (let times = 0; times < 3; times += 1) {
      await kill(folder);
      await answers(url);
    }
    const server = await serverOf(folder);
    await stop();
    await gone(server);
  });

  test('comes back for every process that uses it, and outlives the one that started it again', async () => {
    const folder = await place();
    const [first, second] = [await keptCluster(folder), await keptCluster(folder)];
    await kill(folder);
    await Promise.all([first, second].map(({ url }) => answers(url)));
    await until('both have noticed', 30_000, async () =>
      [first, second].every(({ said }) => said.includes('The database runs again.')),
    );
    await first.stop();
    expect(await ask(second.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  });

  test('is found at its address by a process that starts before anybody noticed', async () => {
    const folder = await place();
    const { url } = await start(folder);
    await kill(folder);
    const next = await start(folder);
    expect([next.started, next.url]).toEqual([true, url]);
  });

  test('is started again once the last of its processes has noticed', async () => {
    const folder = await place();
    const { url } = await keptCluster(folder);
    const busy = new pg.Client({ connectionString: url });
    busy.on('error', () => {});
    await busy.connect();
    const { rows } = await busy.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const backend = rows[0]?.pid ?? 0;
    process.kill(backend, 'SIGSTOP');
    await kill(folder);
    let wentOn = false;
    setTimeout(() => {
      wentOn = true;
      process.kill(backend, 'SIGCONT');
    }, 3_000);
    await answers(url);
    expect(wentOn).toBe(true);
    await busy.end();
  });

  test('while it starts again is started once more', async () => {
    const folder = await place();
    const { url } = await keptCluster(folder);
    await kill(folder);
    const next = await until('another has begun', 30_000, async () => {
      const server = await serverOf(folder).catch(() => 0);
      return server > 0 && alive(server) ? server : null;
    });
    process.kill(next, 'SIGKILL');
    await answers(url);
  });

  test('is not replaced by an empty one where its folder is gone', async () => {
    const folder = await place();
    const { lost } = await keptCluster(folder);
    const server = await serverOf(folder);
    await fs.rm(folder, { recursive: true, force: true });
    process.kill(server, 'SIGKILL');
    await until('that is told', 30_000, async () => lost.length > 0);
    expect(lost).toEqual([`The folder of the database, ${folder}, is gone: restore it, or a backup.`]);
    await expect(fs.access(folder)).rejects.toThrow('ENOENT');
  });
});

describe('a start that was cut short', () => {
  test('while the cluster was made leaves nothing in the way of the next', async () => {
    const folder = await place();
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'cluster-worker.ts'), folder], {
      stdio: 'ignore',
    });
    const begun = async () =>
      (await fs.readdir(path.dirname(folder))).find((name) => name.startsWith('postgres.draft-'));
    const draft = await until('initdb has begun', 30_000, begun);
    const initdb = await until('its first files are there', 30_000, async () =>
      (await fs.readdir(path.join(path.dirname(folder), draft)).catch((): string[] => [])).includes(
        'PG_VERSION',
      ),
    );
    expect(initdb).toBe(true);
    child.kill('SIGKILL');
    const { url } = await start(folder);
    expect(await ask(url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    expect(await begun()).toBeUndefined();
  });

  test('what it left may still be written into for a while', async () => {
    const folder = await place();
    const draft = `${folder}.draft-1`;
    await fs.mkdir(draft, { recursive: true });
    const writes = `const end = Date.now() + 1500;
      for (let n = 0; Date.now() < end; n += 1)
        try { require('node:fs').writeFileSync(\`${draft}/\${n % 500}\`, ''); } catch { break; }`;
    spawn(process.execPath, ['-e', writes], { stdio: 'ignore' });
    await until('it writes', 10_000, async () => (await fs.readdir(draft)).length > 100);
    const { url } = await start(folder);
    expect(await ask(url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  });

  test('a number in postmaster.pid that another program has by now is no server', async () => {
    const folder = await place();
    await (await startEmbeddedPostgres({ folder, fast: true })).stop();
    await fs.writeFile(
      path.join(folder, 'postmaster.pid'),
      `${process.pid}\n${folder}\n0\n5432\n\n127.0.0.1\n`,
    );
    const { started } = await start(folder);
    expect(started).toBe(true);
  });

  test('a server that answers late is not started twice', async () => {
    const folder = await place();
    await (await startEmbeddedPostgres({ folder, fast: true })).stop();
    const settings = path.join(folder, 'postgresql.conf');
    const before = await fs.readFile(settings, 'utf8');
    // Longer than we wait for a connection.
    await fs.writeFile(settings, `${before}\npre_auth_delay = 3\n`);
    const starting = start(folder);
    await until('it runs', 10_000, () =>
      serverOf(folder).then(
        (pid) => pid > 0,
        () => false,
      ),
    );
    const pid = await serverOf(folder);
    await pause(3_500);
    await fs.writeFile(settings, before);
    process.kill(pid, 'SIGHUP');
    const { url } = await starting;
    expect([await ask(url, 'SELECT 1 AS n'), await serverOf(folder)]).toEqual([[{ n: 1 }], pid]);
  });
});
