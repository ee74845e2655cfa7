import type { Browser, Page } from '@playwright/test';

/** A phone on a bad connection: 400 kbit/s, a tenth of a second for a round trip, a quarter of this processor's speed. */
export const line = { bitsPerSecond: 400_000, latencyMs: 100, slowdown: 4 };

/** One request of a page; times in seconds from the first request. */
interface Sent {
  address: string;
  start: number;
  /** When the first and the last byte of the response arrived. */
  first?: number;
  end?: number;
  bytes?: number;
}

interface SlowPage {
  page: Page;
  /** All requests so far, in order. */
  asked: () => Sent[];
  close: () => Promise<void>;
}

/** A page in a browser with an empty cache, on the slow connection. */
export async function slowPage(browser: Browser): Promise<SlowPage> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await context.addInitScript(watchLongTasks);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const asked = new Map<string, Sent>();
  let startedAt = 0;
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    startedAt ||= timestamp;
    asked.set(requestId, { address: new URL(request.url).pathname, start: timestamp - startedAt });
  });
  session.on('Network.responseReceived', ({ requestId, timestamp }) => {
    const one = asked.get(requestId);
    if (one) one.first = timestamp - startedAt;
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const one = asked.get(requestId);
    if (one) Object.assign(one, { end: timestamp - startedAt, bytes: encodedDataLength });
  });
  await session.send('Network.enable');
  const throughput = line.bitsPerSecond / 8;
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: line.latencyMs },
    ...{ downloadThroughput: throughput, uploadThroughput: throughput },
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: line.slowdown });
  return { page, asked: () => [...asked.values()], close: () => context.close() };
}

/** Runs in the page before its own scripts. */
function watchLongTasks(): void {
  localStorage.setItem('cookieConsent', 'declined');
  const tasks: [at: number, took: number][] = [];
  Object.assign(globalThis, { longTasks: tasks });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push([startTime, duration]);
  }).observe({ type: 'longtask', buffered: true });
}

/** The requests with their times and sizes, and when the processor was busy, as lines to print. */
export async function waterfall({ page, asked }: SlowPage): Promise<string> {
  const tasks = await page.evaluate(() => (globalThis as { longTasks?: [number, number][] }).longTasks ?? []);
  const at = (seconds?: number) => (seconds === undefined ? '     …' : seconds.toFixed(2).padStart(6));
  return [
    ' start  first    end     kB',
    ...asked().map(
      ({ address, start, first, end, bytes }) =>
        `${at(start)} ${at(first)} ${at(end)} ${((bytes ?? 0) / 1000).toFixed(1).padStart(6)}  ${address}`,
    ),
    `long tasks: ${tasks.map(([start, took]) => `${at(start / 1000).trim()} s, ${Math.round(took)} ms`).join('; ')}`,
  ].join('\n');
}
