// `npm run screenshots:mail` draws every mail at phone and desktop width, light and dark, into test-results/mail, with a
// contact sheet for each; `npm run screenshots:mail -- digest` draws some.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { everyMail } from '#test/mail/samples.ts';
import { chromiumFlags, findChromium } from './chromium.ts';

const folder = 'test-results/mail';
const wanted = process.argv[2] ?? '';
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const mails = await Promise.all(
  everyMail
    .filter(([name]) => name.includes(wanted))
    .map(async ([name, render]) => ({ name, file: name.replaceAll(' ', '-'), ...(await render()) })),
);
for (const { file, subject, text } of mails)
  writeFileSync(path.join(folder, `${file}.txt`), `Subject: ${subject}\n\n${text}`);

const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
for (const width of [390, 800])
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme, offline: true });
    const pictures = [];
    for (const { name, file, html } of mails) {
      await page.setContent(html);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      if (wide > width) console.log(`${name} is ${wide} px wide at ${width}`);
      const picture = path.join(folder, `${file}-${width}-${colorScheme}.png`);
      await page.screenshot({ path: picture, fullPage: true });
      pictures.push({ name, picture });
    }
    await sheet(page, pictures, path.join(folder, `sheet-${width}-${colorScheme}.png`));
    await page.close();
  }
await browser.close();
console.log(`${mails.length} mails, four pictures and a text each, in ${folder}`);

/** A contact sheet: all mails side by side, cropped to their beginnings. */
async function sheet(page, pictures, file) {
  const figures = pictures.map(
    ({ name, picture }) =>
      `<figure><figcaption>${name}</figcaption><img src="data:image/png;base64,${readFileSync(picture, 'base64')}"></figure>`,
  );
  await page.setViewportSize({ width: 1800, height: 1000 });
  await page.setContent(
    `<style>body{background:#888;margin:12px;display:flex;flex-wrap:wrap;gap:12px;font:14px sans-serif}
    figure{margin:0;width:340px;height:680px;overflow:hidden}img{width:340px}</style>${figures.join('')}`,
  );
  await page.screenshot({ path: file, fullPage: true });
}
