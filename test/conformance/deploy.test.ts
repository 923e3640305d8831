/** The files in deploy/ must agree with the program: its settings, roles, addresses and metrics. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/server/config.ts';
import { countAttempt } from '../../src/server/platform/metrics/sending.ts';
import { writeNginx } from '../support/nginx.ts';
import { createWorld, type World } from '../support/world.ts';

// The YAML parser that @fastify/swagger depends on.
const { parse } = createRequire(createRequire(import.meta.url).resolve('@fastify/swagger'))('yaml') as {
  parse: (text: string, options: { merge: boolean }) => unknown;
};

const run = promisify(execFile);

/** Whether a program is installed, for example `promtool --version`. */
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
  /** Fills in ${NAME}, ${NAME:-default} and ${NAME:?complaint}. */
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
  ])('The service %s in compose.yaml has a valid configuration for the role %s.', (name, role) => {
    expect(configOf(name)).toMatchObject({
      role,
      databaseUrl: 'postgres://qasid:secret@postgres:5432/qasid',
      publicUrl: 'https://fees.example.org',
      trustedProxy: ['uniquelocal'],
      logLevel: 'info',
      secretKey: env.SECRET_KEY,
    });
    expect(services[name]).toMatchObject({ restart: 'unless-stopped', stop_grace_period: '60s' });
    // All web processes share the folder of uploads.
    expect(services[name]?.volumes).toEqual(['data:/data']);
  });

  it('The proxy in compose.yaml forwards to each web process and to nothing else.', () => {
    const upstreams = /^\treverse_proxy (.+) \{$/m.exec(read('Caddyfile'))?.[1]?.split(' ');
    expect(upstreams).toEqual(['web1:3000', 'web2:3000']);
    expect(services).toHaveProperty('proxy');
  });
});

describe('Dockerfile and systemd units', () => {
  const units = readdirSync('deploy').filter((name) => name.endsWith('.service'));

  it('The Dockerfile and the systemd units start a program that exists; the units give it 60 seconds to stop.', () => {
    expect(units).toEqual(['qasid-web@.service', 'qasid-worker@.service', 'qasid.service']);
    const start = /^ExecStart=\/usr\/bin\/node (?:--\S+ )+(\S+)$/m;
    for (const unit of units) {
      expect(existsSync(start.exec(read(unit))?.[1] ?? ''), unit).toBe(true);
      expect(read(unit)).toMatch(/^TimeoutStopSec=60$/m);
      // Only the user of the service may read its files.
      expect(read(unit)).toMatch(/^StateDirectoryMode=0700\nUMask=0077$/m);
    }
    expect(read('Dockerfile')).toMatch(/^CMD \["node", .*"src\/server\/main\.mjs"\]$/m);
  });

  it.each(['web', 'worker'])(
    'The unit qasid-%s@ starts that role on the port of its instance name.',
    (role) => {
      expect(read(`qasid-${role}@.service`)).toMatch(new RegExp(`^Environment=ROLE=${role} PORT=%i$`, 'm'));
    },
  );
});

describe('Hardening of the systemd units', () => {
  const units = readdirSync('deploy').filter((name) => name.endsWith('.service'));
  const hardeningOf = (unit: string) => read(unit).split('TimeoutStopSec=60\n')[1]?.split('\n\n')[0];

  it('All units have the same hardening and allow what the program needs.', () => {
    expect(new Set(units.map(hardeningOf)).size).toBe(1);
    const hardening = hardeningOf('qasid.service');
    for (const line of ['NoNewPrivileges=true', 'CapabilityBoundingSet=', 'SystemCallFilter=@system-service'])
      expect(hardening?.split('\n')).toContain(line);
    // V8 compiles code to writable memory, and the process that renders pictures lowers its own priority.
    expect(hardening).not.toMatch(/^MemoryDenyWriteExecute|^SystemCallFilter=~.*@resources/m);
  });

  it.runIf(has('systemd-analyze', '--version')).each(units)(
    'systemd itself accepts %s and finds it hardened.',
    async (unit) => {
      const folder = mkdtempSync(join(tmpdir(), 'qasid-unit-'));
      const file = join(folder, unit.replace('@', '@3001'));
      writeFileSync(file, read(unit).replace('/usr/bin/node', process.execPath));
      await run('systemd-analyze', ['verify', file], { env: { ...process.env, XDG_RUNTIME_DIR: folder } });
      // systemd rates exposure from 0 (closed) to 96 (a unit without any setting); 20 means 2.0.
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

  it('Every metric and label in prometheus-alerts.yaml is one that the server exports.', async () => {
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
    const exported = await (await fetch(`${world.address}/metrics`)).text();
    for (const { alert, expr, annotations, labels } of rules) {
      expect(annotations.summary, alert).toMatch(/\.|:/);
      expect(['critical', 'warning'], alert).toContain(labels?.severity);
      for (const [, name, labels] of expr.matchAll(/((?:qasid|nodejs)_\w+)(?:\{([^}]*)\})?/g)) {
        const lines = exported
          .split('\n')
          .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
        expect(lines.length, `${alert}: ${name}`).toBeGreaterThan(0);
        const named = [...(labels ?? '').matchAll(/(\w+)=/g)].map(([, label]) => label);
        // Prometheus adds the label `job` itself.
        for (const label of named.filter((label) => label !== 'job'))
          expect(lines.join('\n'), `${alert}: ${label}`).toContain(`${label}="`);
      }
    }
  });

  it('Each alert has a test with metrics that make it fire.', () => {
    const alerts = (text: string) =>
      new Set([...text.matchAll(/alert(?:name)?: (Qasid\w+)/g)].map(([, name]) => name));
    expect(alerts(read('prometheus-alerts.test.yml'))).toEqual(alerts(read('prometheus-alerts.yaml')));
  });

  it.runIf(has('promtool', '--version'))('The tests of the alerts pass in Prometheus itself.', async () => {
    await run('promtool', ['test', 'rules', 'deploy/prometheus-alerts.test.yml']);
  });
});

describe('nginx.conf', () => {
  it('nginx keeps using an upstream after a refused connection, so that a rolling restart fails no request.', () => {
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
