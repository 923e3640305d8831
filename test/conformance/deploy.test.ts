/** What deploy/ shows is what the program takes: settings, roles, addresses, figures. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/server/config.ts';
import { countAttempt } from '../../src/server/metrics/sending.ts';
import { writeNginx } from '../support/nginx.ts';
import { createWorld, type World } from '../support/world.ts';

// The reader that @fastify/swagger brings.
const { parse } = createRequire(createRequire(import.meta.url).resolve('@fastify/swagger'))('yaml') as {
  parse: (text: string, options: { merge: boolean }) => unknown;
};

const run = promisify(execFile);

/** Whether a program of the machine can be asked, such as `promtool --version`. */
function has(program: string, word: string): boolean {
  try {
    execFileSync(program, [word], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const read = (name: string): string => readFileSync(`deploy/${name}`, 'utf8');
const readYaml = (name: string): unknown => parse(read(name), { merge: true });

type Service = {
  environment?: Record<string, string>;
  stop_grace_period?: string;
  volumes?: string[];
  restart?: string;
};

describe('compose.yaml', () => {
  const { services } = readYaml('compose.yaml') as { services: Record<string, Service> };
  const env = {
    POSTGRES_PASSWORD: 'secret',
    DOMAIN: 'fees.example.org',
    ADMIN_PASSWORD: 'long-enough',
    SECRET_KEY: 'ab'.repeat(32),
  };
  /** ${NAME}, ${NAME:-default}, ${NAME:?complaint} */
  const fill = (value: string): string =>
    value.replace(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g, (_all, name: string, other = '') => {
      return env[name as keyof typeof env] ?? other;
    });
  const configOf = (name: string) => {
    const given = services[name]?.environment ?? {};
    return readConfig(Object.fromEntries(Object.entries(given).map(([key, value]) => [key, fill(value)])));
  };

  it.each([
    ['web1', 'web'],
    ['web2', 'web'],
    ['worker1', 'worker'],
    ['worker2', 'worker'],
  ])('%s is a %s that can start', (name, role) => {
    expect(configOf(name)).toMatchObject({
      role,
      databaseUrl: 'postgres://qasid:secret@postgres:5432/qasid',
      publicUrl: 'https://fees.example.org',
      trustedProxy: ['uniquelocal'],
      logLevel: 'info',
      secretKey: env.SECRET_KEY,
    });
    expect(services[name]).toMatchObject({ restart: 'unless-stopped', stop_grace_period: '60s' });
    // The uploads of all web processes.
    expect(services[name]?.volumes).toEqual(['data:/data']);
  });

  it('has a proxy before each web process, and before nothing else', () => {
    const upstreams = /^\treverse_proxy (.+) \{$/m.exec(read('Caddyfile'))?.[1]?.split(' ');
    expect(upstreams).toEqual(['web1:3000', 'web2:3000']);
    expect(services).toHaveProperty('proxy');
  });
});

describe('the image and the units', () => {
  const units = readdirSync('deploy').filter((name) => name.endsWith('.service'));

  it('start the program that is there, and leave it the time it needs to stop', () => {
    expect(units).toEqual(['qasid-web@.service', 'qasid-worker@.service', 'qasid.service']);
    const start = /^ExecStart=\/usr\/bin\/node (?:--\S+ )+(\S+)$/m;
    for (const unit of units) {
      expect(existsSync(start.exec(read(unit))?.[1] ?? ''), unit).toBe(true);
      expect(read(unit)).toMatch(/^TimeoutStopSec=60$/m);
      // What it keeps is for its own user.
      expect(read(unit)).toMatch(/^StateDirectoryMode=0700\nUMask=0077$/m);
    }
    expect(read('Dockerfile')).toMatch(/^CMD \["node", .*"src\/server\/main\.mjs"\]$/m);
  });

  it.each(['web', 'worker'])('qasid-%s@ is that role on the port of its name', (role) => {
    expect(read(`qasid-${role}@.service`)).toMatch(new RegExp(`^Environment=ROLE=${role} PORT=%i$`, 'm'));
  });
});

describe('the hardening of the units', () => {
  const units = readdirSync('deploy').filter((name) => name.endsWith('.service'));
  const hardeningOf = (unit: string) => read(unit).split('TimeoutStopSec=60\n')[1]?.split('\n\n')[0];

  it('All units are hardened alike, and allow what the program needs.', () => {
    expect(new Set(units.map(hardeningOf)).size).toBe(1);
    const hardening = hardeningOf('qasid.service');
    for (const line of ['NoNewPrivileges=true', 'CapabilityBoundingSet=', 'SystemCallFilter=@system-service'])
      expect(hardening?.split('\n')).toContain(line);
    // V8 compiles to memory, and the process that draws a picture lowers its own priority.
    expect(hardening).not.toMatch(/^MemoryDenyWriteExecute|^SystemCallFilter=~.*@resources/m);
  });

  it.runIf(has('systemd-analyze', '--version')).each(units)(
    'systemd itself takes %s, and finds it hardened.',
    async (unit) => {
      const folder = mkdtempSync(join(tmpdir(), 'qasid-unit-'));
      const file = join(folder, unit.replace('@', '@3001'));
      writeFileSync(file, read(unit).replace('/usr/bin/node', process.execPath));
      await run('systemd-analyze', ['verify', file], { env: { ...process.env, XDG_RUNTIME_DIR: folder } });
      // Tenths of what it calls exposure: 0 is closed, 96 is a unit that says nothing.
      await run('systemd-analyze', ['security', '--offline=true', '--threshold=20', file]);
      rmSync(folder, { recursive: true });
    },
  );
});

describe('prometheus-alerts.yaml', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld('sqlite');
  });
  afterAll(() => world.stop());

  it('asks for figures that are told, with labels that they have', async () => {
    type Rule = {
      alert: string;
      expr: string;
      annotations: { summary: string };
      labels?: { severity?: string };
    };
    const { groups } = readYaml('prometheus-alerts.yaml') as { groups: { rules: Rule[] }[] };
    const rules = groups.flatMap((group) => group.rules);
    expect(rules.length).toBeGreaterThan(5);
    for (const outcome of ['rejected', 'unknown']) countAttempt({ outcome, code: 'none' });
    await world.school('main');
    await fetch(`${world.address}/healthz`);
    const told = await (await fetch(`${world.address}/metrics`)).text();
    for (const { alert, expr, annotations, labels } of rules) {
      expect(annotations.summary, alert).toMatch(/\.|:/);
      expect(['critical', 'warning'], alert).toContain(labels?.severity);
      for (const [, name, labels] of expr.matchAll(/((?:qasid|nodejs)_\w+)(?:\{([^}]*)\})?/g)) {
        const lines = told
          .split('\n')
          .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
        expect(lines.length, `${alert}: ${name}`).toBeGreaterThan(0);
        const named = [...(labels ?? '').matchAll(/(\w+)=/g)].map(([, label]) => label);
        // Prometheus itself adds the job.
        for (const label of named.filter((label) => label !== 'job'))
          expect(lines.join('\n'), `${alert}: ${label}`).toContain(`${label}="`);
      }
    }
  });

  it('Each alert has a test of figures that make it fire.', () => {
    const alerts = (text: string) =>
      new Set([...text.matchAll(/alert(?:name)?: (Qasid\w+)/g)].map(([, name]) => name));
    expect(alerts(read('prometheus-alerts.test.yml'))).toEqual(alerts(read('prometheus-alerts.yaml')));
  });

  it.runIf(has('promtool', '--version'))('The tests of the alerts pass in Prometheus itself.', async () => {
    await run('promtool', ['test', 'rules', 'deploy/prometheus-alerts.test.yml']);
  });
});

describe('nginx.conf', () => {
  it('No upstream is left out after a refused connection, which would fail requests in a rolling restart.', () => {
    const servers = read('nginx.conf').match(/^\tserver .*$/gm) ?? [];
    expect(servers).toEqual(['\tserver 127.0.0.1:3001 max_fails=0;', '\tserver 127.0.0.1:3002 max_fails=0;']);
  });

  const canTest = has('nginx', '-v') && has('openssl', 'version');
  it.runIf(canTest)('nginx itself accepts the configuration.', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'qasid-nginx-'));
    const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
    const forADay = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=fees.example.org'];
    await run('openssl', ['req', ...forADay, '-keyout', key, '-out', certificate]);
    const text = read('nginx.conf').replaceAll('/etc/letsencrypt/live/fees.example.org', folder);
    await run('nginx', ['-t', '-c', await writeNginx(folder, text), '-p', folder, '-e', 'stderr']);
    rmSync(folder, { recursive: true });
  });
});
