/** A database whose tables are on a disk of a few megabytes; the server's own files are on another one. */
import { stat } from 'node:fs/promises';
import pg from 'pg';
import { dropDatabase } from './postgres.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

export async function makeSmallDatabase(
  serverUrl: string,
  { folder, megabytes }: { folder: string; megabytes: number },
): Promise<{ url: string; disk: SmallDisk }> {
  const name = `small_${process.pid}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  const { rows } = await client.query('show data_directory');
  const { uid } = await stat(rows[0].data_directory);
  const disk = await mountSmallDisk(folder, { megabytes, owner: uid });
  await client.query(`create tablespace ${name} location '${folder}'`);
  await client.query(`create database ${name} tablespace ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const remove = async () => {
    await disk.empty();
    await dropDatabase(serverUrl, name);
    await client.query(`drop tablespace ${name}`);
    await client.end();
    await disk.remove();
  };
  return { url: url.href, disk: { ...disk, remove } };
}
