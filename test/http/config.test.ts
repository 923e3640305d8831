import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/server/config.ts';
import { StartFailure } from '../../src/server/platform/db/start-failure.ts';

describe('LOG_LEVEL and TRUSTED_PROXY', () => {
  it('LOG_LEVEL defaults to warn and TRUSTED_PROXY to loopback.', () => {
    expect(readConfig({})).toMatchObject({ logLevel: 'warn', trustedProxy: ['loopback'] });
    const config = readConfig({ LOG_LEVEL: 'info', TRUSTED_PROXY: 'loopback, 10.0.0.0/8,fd00::1' });
    expect(config).toMatchObject({ logLevel: 'info', trustedProxy: ['loopback', '10.0.0.0/8', 'fd00::1'] });
  });

  it.each([{ LOG_LEVEL: 'loud' }, { TRUSTED_PROXY: 'everybody' }, { TRUSTED_PROXY: '10.0.0/8' }])(
    'An invalid LOG_LEVEL or TRUSTED_PROXY is refused before the start: %j.',
    (env) => {
      expect(() => readConfig(env)).toThrow(StartFailure);
    },
  );
});

describe('PUBLIC_URL', () => {
  it.each([
    ['https://fees.example.org', 'https://fees.example.org'],
    ['https://fees.example.org/', 'https://fees.example.org'],
    ['http://192.168.1.5:3000/', 'http://192.168.1.5:3000'],
    ['', undefined],
  ])('PUBLIC_URL %j is kept as the origin %j.', (given, origin) => {
    expect(readConfig({ PUBLIC_URL: given }).publicUrl).toBe(origin);
  });

  it.each(['ftp://fees.example.org', 'javascript:alert(1)', 'fees.example.org', 'fees.example.org:3000'])(
    'An invalid PUBLIC_URL is refused before the start: %j.',
    (given) => {
      expect(() => readConfig({ PUBLIC_URL: given })).toThrow(StartFailure);
    },
  );
});

describe('Command line arguments', () => {
  it.each(['--help', '--copy', 'copy=send', '--copy=keep'])(
    'An unknown command line argument is refused: %s.',
    (argument) => {
      expect(() => readConfig({}, [argument])).toThrow(StartFailure);
    },
  );

  it('The argument --copy says what to do with a copied store, and is unset by default.', () => {
    expect(readConfig({}, ['--copy=send']).copy).toBe('send');
    expect(readConfig({}, []).copy).toBeUndefined();
  });
});

describe('FILES_LIMIT', () => {
  it('FILES_LIMIT is given in megabytes.', () => {
    expect(readConfig({}).filesLimit).toBe(5000 * 1024 * 1024);
    expect(readConfig({ FILES_LIMIT: '20000' }).filesLimit).toBe(20_000 * 1024 * 1024);
  });

  it.each(['0', '-1', '5 GB', '1e3', '1.5', '9999999999'])(
    'An invalid FILES_LIMIT is refused before the start: %j.',
    (given) => {
      expect(() => readConfig({ FILES_LIMIT: given })).toThrow(StartFailure);
    },
  );
});

describe('GATEWAYS', () => {
  it('GATEWAYS defaults to any, and may be public.', () => {
    expect(readConfig({}).gatewayNetworks).toBe('any');
    expect(readConfig({ GATEWAYS: 'public' }).gatewayNetworks).toBe('public');
    expect(() => readConfig({ GATEWAYS: 'mine' })).toThrow(StartFailure);
  });
});

describe('CORS_ORIGINS', () => {
  it('CORS_ORIGINS defaults to none, and is a list of origins.', () => {
    expect(readConfig({}).corsOrigins).toEqual([]);
    expect(readConfig({ CORS_ORIGINS: 'https://a.example, http://localhost:5173' }).corsOrigins).toEqual([
      'https://a.example',
      'http://localhost:5173',
    ]);
  });

  it.each([
    '*',
    'null',
    'a.example',
    'https://a.example/',
    'https://a.example/x',
    'https://*.a.example',
    'file:///x',
    'https://A.example',
    'https://a.example:443',
    'https://a.example,',
  ])('An invalid CORS_ORIGINS is refused before the start: %j.', (given) => {
    expect(() => readConfig({ CORS_ORIGINS: given })).toThrow(StartFailure);
  });
});
