/** The style of a family's page. It needs no script and no other file, and follows the dark setting of the phone. */

/** One picture with all icons, one below the other, in a grid of 24. It is small, because it is sent with each page. */
const icons = {
  load: 'M4 17v3h16v-3M12 4v12M7 11l5 5 5-5',
  chat: 'M3 21l1.7-3.8a9 9 0 1 1 3.4 2.9zM9 10v-1a6 6 0 0 0 6 5h-1',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5M9 13h6M9 17h6',
  late: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3 2',
  app: 'M7 3h10v18H7zM11 18h2',
  bank: 'M3 21h18M4 10h16V8l-8-5-8 5zM6 10v11M12 10v11M18 10v11',
  cash: 'M3 6h18v12H3zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
  slip: 'M5 21V3h14v18l-3-2-2 2-2-2-2 2-2-2zM9 8h6M9 12h6',
} as const;
export type Icon = keyof typeof icons;

const names = Object.keys(icons) as Icon[];
const paths = names.map((name, at) => `%3Cpath d='${icons[name]}' transform='translate(0 ${at * 24})'/%3E`);
const picture = `url("data:image/svg+xml,%3Csvg xmlns='http:%2F%2Fwww.w3.org/2000/svg' viewBox='0 0 24 ${names.length * 24}' fill='none' stroke='red' stroke-width='1.8'%3E${paths.join('')}%3C/svg%3E")`;
const places = names.map((name, at) => `.${name}{--y:${-18 * at}px}`).join('');

const light =
  '--brand:#1f3f77;--link:#1f3f77;--tint:#e9eef7;--on:#fff;--bg:#f4f4f2;--card:#fff;--line:#e0dcd5;--ink:#1d2321;--soft:#59635f;--good:#1a7540;--warn:#7d5200;--bad:#b3261e;--rose:#fbe6e4';
const dark =
  'color-scheme:dark;--brand:#16294d;--link:#a9c4f5;--tint:#1b2740;--on:#0f1c36;--bg:#111417;--card:#1a1f1d;--line:#343c39;--ink:#e8ecea;--soft:#a2aca8;--good:#6fd08f;--warn:#f0c06a;--bad:#ff9a91;--rose:#3a1d1b';

const plain = 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Naskh Arabic",sans-serif';
/** Fonts without Arabic letters come first, so that Latin names and figures in a heading do not become Nastaliq. */
const nastaliq =
  'Roboto,"Helvetica Neue",Calibri,"Liberation Sans","Noto Nastaliq Urdu","Jameel Noori Nastaleeq","Urdu Typesetting",serif';

const readable = `*{box-sizing:border-box;margin:0}
:root{--picture:${picture};--font:${plain};${light}}
@media(prefers-color-scheme:dark){:root:not(.light){${dark}}}
.dark{${dark}}
body{background:var(--bg);color:var(--ink);font:15px/22px var(--font);font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
a{color:var(--link);text-decoration:none;font-weight:600}
ul{list-style:none;padding:0}
ol{padding-inline-start:20px}
li::marker{color:var(--link);font-weight:600}
b,h1,h2,h3,summary,.none{font-weight:650}
h2 small bdi{display:inline-block}
small,.end{font-size:13px;line-height:19px;color:var(--soft)}
header{background:var(--brand);color:#fff}
header>div,main{max-width:1040px;margin:0 auto;padding:14px 16px 64px;display:flex;gap:12px;align-items:center}
img{width:48px;height:48px;padding:4px;background:#fff;border-radius:10px;object-fit:contain;flex:none}
h1{font-size:17px;line-height:23px}
h2{font-size:16px;line-height:24px}
h3,summary{font-size:15px}
header p{font-size:13px;line-height:19px;color:#d5deee}
header a{margin-inline-start:auto;flex:none;color:#fff;border:1px solid #8da1c4;border-radius:99px;padding:6px 14px;font-size:14px}
main{margin-top:-48px;padding:0 16px 24px;display:grid;align-items:stretch;grid-template-columns:minmax(0,1fr)}
main>div{display:contents}
.alone{margin-top:16px;max-width:592px}
section{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:16px;min-width:0}
.lead,.why,.v,.pb,.dd,summary span{font-size:14px}
.lead,summary span{color:var(--soft);font-weight:400}
.big{font-size:34px;line-height:42px;font-weight:700}
.none{font-size:17px;color:var(--good)}
.i::before{content:"";width:18px;height:18px;flex:none;background:currentColor;-webkit-mask:var(--picture) 0 var(--y)/18px no-repeat;mask:var(--picture) 0 var(--y)/18px no-repeat}
${places}
.chip{display:inline-flex;align-items:center;gap:6px;font-size:13px;font-weight:600;padding:2px 10px;border-radius:99px;background:var(--rose);color:var(--bad);margin-top:6px}
.why{margin-top:10px}
.why li{display:flex;justify-content:space-between;gap:12px;padding:7px 0;border-top:1px solid var(--line)}
.why b{flex:none}
.good.good{color:var(--good)}
.warn{color:var(--warn)}
.btns{display:flex;flex-wrap:wrap;gap:8px;margin-top:10px}
.pb{flex:1 1 128px;min-height:48px;border:1px solid var(--line);border-radius:12px;display:flex;align-items:center;justify-content:center;gap:8px;padding:4px 6px;color:var(--ink)}
.chat.pb::before{color:var(--good)}
.pb.load{flex-basis:100%;border:0;background:var(--link);color:var(--on)}
.row{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 12px;padding:10px 0;border-top:1px solid var(--line);color:inherit}
h2+*{margin-top:10px}
.row:last-child{padding-bottom:0}
.row>*{grid-column:1/3}
.row>h3,.row>b{grid-column:auto}
.row small,h2 small{font-weight:400}
.v{min-height:40px;margin-bottom:-8px;display:flex;gap:6px;align-items:center}
details{border-top:1px solid var(--line)}
summary{display:flex;align-items:center;gap:10px;min-height:48px;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary::before{color:var(--link)}
summary::after{content:"";width:8px;height:8px;margin:-4px 4px 0;margin-inline-start:auto;flex:none;border:solid var(--soft);border-width:0 2px 2px 0;transform:rotate(45deg)}
[open]>summary::after{transform:rotate(-135deg);margin-top:4px}
.dd{padding-bottom:14px}
.dd>*+*{margin-top:8px}
.fold{padding-block:4px}
.fold>details{border:0}
.cpy{background:var(--tint);border-radius:10px;padding:8px 12px}
.cpy small{display:flex;flex-wrap:wrap;gap:0 10px}
.cpy b{color:var(--ink)}
.no{font-size:16px;font-weight:650;display:inline-block;-webkit-user-select:all;user-select:all}
.no,.big,.row>b,.why b{direction:ltr;unicode-bidi:isolate}
.end{text-align:center;text-wrap:balance;padding:4px 16px}
[dir=rtl] .big{text-align:right}
[lang=ur]{line-height:26px}
[lang=ur] small,[lang=ur] .end{line-height:22px}
[lang=ur] :is(h1,h2,.lead,.none,.pb,summary),a[lang=ur]{font-family:${nastaliq};line-height:2}
[lang=ur] :is(summary span,small){font-family:var(--font)}
@media(min-width:900px){header>div{padding:24px 24px 84px}
img{width:64px;height:64px}
h1{font-size:22px;line-height:30px}
main{gap:16px;padding:0 24px 24px;margin-top:-60px;align-items:start}
main:not(.alone){grid-template-columns:minmax(0,1fr) 440px}
main>div{display:grid;gap:16px;min-width:0}
section{padding:20px}}`;

/** Shortens the names of the variables to one letter, and removes the line breaks. */
function compact(style: string): string {
  const variables = [...new Set(style.match(/--\w+/g))];
  const letterOf = (name: string): string => `--${String.fromCharCode(97 + variables.indexOf(name))}`;
  return style.replace(/--\w+/g, letterOf).replaceAll('\n', '');
}

export const pageStyle = compact(readable);
