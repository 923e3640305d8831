/** A complete nginx configuration that writes only into a folder and includes `deploy/nginx.conf`. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** Returns the path of the file that nginx is started with. */
export async function writeNginx(folder: string, included: string): Promise<string> {
  const site = join(folder, 'site.conf');
  await writeFile(site, included);
  const file = join(folder, 'nginx.conf');
  const own = temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
  await writeFile(
    file,
    `daemon off;\nworker_processes 1;\npid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${own}\ninclude ${site};\n}\n`,
  );
  return file;
}
