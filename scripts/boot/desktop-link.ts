/** A file on the desktop that opens Qasid in the browser. */
import { posix, win32 } from 'node:path';
import { inXml } from './escape.ts';
import type { Command, File } from './model.ts';

type Desktop = { platform: NodeJS.Platform; folder: string; address: string };

/**
 * A backslash starts an escape as in C, and `%` starts a field code: specifications.freedesktop.org/desktop-entry.
 */
const inDesktopFile = (text: string): string => text.replaceAll('\\', '\\\\');

export function writeDesktopLink({ platform, folder, address }: Desktop): File {
  if (platform === 'win32')
    return {
      path: win32.join(folder, 'Qasid.url'),
      bytes: Buffer.from(`[InternetShortcut]\r\nURL=${address}/\r\n`),
    };
  if (platform === 'darwin')
    return {
      path: posix.join(folder, 'Qasid.webloc'),
      bytes: Buffer.from(
        `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0"><dict><key>URL</key><string>${inXml(`${address}/`)}</string></dict></plist>\n`,
      ),
    };
  return {
    path: posix.join(folder, 'Qasid.desktop'),
    bytes: Buffer.from(
      `[Desktop Entry]\nType=Link\nName=Qasid\nURL=${inDesktopFile(`${address}/`)}\nIcon=text-html\n`,
    ),
  };
}

/**
 * Returns a command that prints the desktop folder. On Windows the folder may be in OneDrive, and on Linux its name
 * depends on the language. On macOS the path is always the same, so no command is needed.
 */
export function whereDesktop(platform: NodeJS.Platform): Command | undefined {
  if (platform === 'win32')
    return {
      program: 'powershell',
      args: [
        '-NoProfile',
        '-NonInteractive',
        '-Command',
        "[Console]::OutputEncoding=[Text.Encoding]::UTF8; [Environment]::GetFolderPath('Desktop')",
      ],
    };
  return platform === 'linux' ? { program: 'xdg-user-dir', args: ['DESKTOP'] } : undefined;
}
