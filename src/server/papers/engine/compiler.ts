/** Makes papers with Typst. Compiling blocks the process, so it runs in a child process: `compile.ts`. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { PaperOrder } from '../../deps.ts';
import { barsOf, squareOf } from './code-pictures.ts';
import { toPaperText } from './paper-text.ts';

const workspace = import.meta.dirname;

const { resolve } = createRequire(import.meta.url);
const letters = [
  'inter/400Regular/Inter_400Regular.ttf',
  'inter/600SemiBold/Inter_600SemiBold.ttf',
  'inter/700Bold/Inter_700Bold.ttf',
  'noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular.ttf',
  'noto-naskh-arabic/600SemiBold/NotoNaskhArabic_600SemiBold.ttf',
  'noto-naskh-arabic/700Bold/NotoNaskhArabic_700Bold.ttf',
  'noto-nastaliq-urdu/400Regular/NotoNastaliqUrdu_400Regular.ttf',
  'noto-nastaliq-urdu/700Bold/NotoNastaliqUrdu_700Bold.ttf',
];

/**
 * The compiler keeps cached results of this many compilations. With 0 the work would double; with more the vouchers
 * of a whole school would stay in memory.
 */
const cachedCompilations = 2;

/** The width in pixels of a logo that is 14 mm wide, at 300 dpi. */
const logoSide = 170;

/** Shrinks a logo to its printed size. A photo from a phone would be larger than the rest of the paper. */
async function shrinkLogo(bytes: Uint8Array): Promise<Buffer | undefined> {
  const { default: sharp } = await import('sharp');
  const side = { width: logoSide, height: logoSide, fit: 'inside' as const, withoutEnlargement: true };
  return sharp(bytes)
    .resize(side)
    .png({ palette: true })
    .toBuffer()
    .catch(() => undefined);
}

const extras = /(?<=>)\s+(?=<)/g;

export type Compiler = { set: (order: PaperOrder) => Promise<Buffer> };

/** All data is inserted as plain text, so a compile error can only be a bug in a template. */
export function createCompiler(): Compiler {
  const fontBlobs = letters.map((file) => readFileSync(resolve(`@expo-google-fonts/${file}`)));
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs }] });
  let shown: string[] = [];
  const show = (name: string, bytes: Buffer | undefined): string | null => {
    if (!bytes) return null;
    const path = join(workspace, 'pictures', name);
    compiler.mapShadow(path, bytes);
    shown.push(path);
    return `pictures/${name}`;
  };
  const toInputs = ({ pages, size, title }: PaperOrder, logo: Buffer | undefined) => {
    const shownLogo = show('logo.png', logo);
    const papers = pages.map((page, at) => {
      const { code } = page;
      const qr = code ? show(`${at}-square.png`, squareOf(code)) : null;
      const link = page.link ? show(`${at}-link.png`, squareOf(page.link)) : qr;
      const bars = code ? show(`${at}-bars.png`, barsOf(code)) : null;
      return { ...page, logo: shownLogo, qr, bars, parentQr: link };
    });
    const texts = JSON.stringify(papers, (_key, value) =>
      typeof value === 'string' ? toPaperText(value) : value,
    );
    return { papers: texts, size: size ?? '', title: toPaperText(title) };
  };
  return {
    set: async (order) => {
      const logo = order.logo && (await shrinkLogo(order.logo));
      // There must be no `await` after this line, because all orders use the same picture names.
      try {
        const mainFilePath = join(workspace, `${order.template}.typ`);
        const done = compiler.compile({ mainFilePath, inputs: toInputs(order, logo) });
        const { result } = done;
        const wrong = done.takeDiagnostics();
        if (!result) throw new Error(JSON.stringify(wrong ? compiler.fetchDiagnostics(wrong) : 'no output'));
        // Also for a drawing: a text that crashes this process does so here, and a preview must not hide it.
        const pdf = compiler.pdf(result);
        if (order.as === 'pdf') return pdf;
        return Buffer.from(compiler.plainSvg(result).replace(extras, ''));
      } finally {
        for (const path of shown) compiler.unmapShadow(path);
        shown = [];
        compiler.evictCache(cachedCompilations);
      }
    },
  };
}
