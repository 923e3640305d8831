import { chromium } from '@playwright/test';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
for (const [port, pages] of [[4001, ['/send-messages','/settings?part=people&person=new','/settings/people']],[4002, ['/send-messages','/send-messages?billing=6&panel=send']]]) {
  const p = await (await b.newContext({ viewport: { width: 1280, height: 850 } })).newPage();
  await p.goto(`http://127.0.0.1:${port}/`);
  await p.getByLabel('User name').fill('admin'); await p.getByLabel('Password', { exact: true }).fill('a good password 1'); await p.keyboard.press('Enter');
  await p.waitForTimeout(3000);
  let n = 0;
  for (const u of pages) { await p.goto(`http://127.0.0.1:${port}${u}`); await p.waitForTimeout(2500); await p.screenshot({ path: `/tmp/shot-${port}-${n++}.png` }); }
}
await b.close();
