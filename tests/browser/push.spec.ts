import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page, Worker } from '@playwright/test';
import { expect, test } from './lotlens-test.ts';

/** Of a report of its own: what one browser shows is told apart by it. */
const ready = () => ({ outcome: 'ready', vehicle: '2016 INFINITI QX60', report_id: randomUUID() });

/** The section of Account Settings. */
async function openSection(page: Page) {
  await page.goto('/reports');
  await page.getByText('Account menu').locator('..').click();
  await page.getByRole('button', { name: 'Account Settings' }).click();
  return page.getByRole('region', { name: 'Notifications on this device' });
}

/** What the worker of a page keeps for these tests: how many notifications it has shown. */
type Notifying = { registration: ServiceWorkerRegistration; shownCount: number };

/**
 * A page whose worker is at work, allowed to notify, and how a push service reaches that worker. A push is done once its notification
 * is there: Chromium forgets one that is asked for after it was written down and before it is on display.
 */
async function withWorker(page: Page, context: BrowserContext) {
  await context.grantPermissions(['notifications']);
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ status }) => status === 'activated');
      if (active) resolve(active.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await page.goto('/share');
  const registrationId = await registered;
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await worker.evaluate(() => {
    const scope = globalThis as unknown as Notifying;
    const { registration } = scope;
    const show = registration.showNotification.bind(registration);
    scope.shownCount = 0;
    registration.showNotification = async (...given) => {
      await show(...given);
      scope.shownCount += 1;
    };
  });
  let pushed = 0;
  return async (data: string): Promise<void> => {
    const { origin } = new URL(page.url());
    await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
    pushed += 1;
    await expect
      .poll(() => worker.evaluate(() => (globalThis as unknown as Notifying).shownCount))
      .toBe(pushed);
  };
}

/** What the device shows. */
const shown = (page: Page) =>
  page.evaluate(async () => {
    const [registration] = await navigator.serviceWorker.getRegistrations();
    const notifications = (await registration?.getNotifications()) ?? [];
    return notifications.map(({ title, body, data }) => ({ title, body, data: String(data) }));
  });

test('a report that is ready is shown with its vehicle', async ({ page, context }) => {
  const push = await withWorker(page, context);
  const message = ready();
  await push(JSON.stringify(message));
  await expect
    .poll(() => shown(page))
    .toEqual([{ title: 'Report ready', body: '2016 INFINITI QX60', data: `/reports/${message.report_id}` }]);
});

test('a report that failed says that it was not charged', async ({ page, context }) => {
  const push = await withWorker(page, context);
  await push(JSON.stringify({ ...ready(), outcome: 'failed' }));
  await expect.poll(() => shown(page)).toMatchObject([{ title: 'Report failed, not charged' }]);
});

test('a report that got its photos later says so', async ({ page, context }) => {
  const push = await withWorker(page, context);
  await push(JSON.stringify({ ...ready(), outcome: 'updated' }));
  await expect.poll(() => shown(page)).toMatchObject([{ title: 'Photos examined, report updated' }]);
});

test('what is pushed twice is shown once', { tag: '@long' }, async ({ page, context }) => {
  const push = await withWorker(page, context);
  const message = ready();
  await push(JSON.stringify(message));
  await expect.poll(() => shown(page)).toHaveLength(1);
  await push(JSON.stringify({ ...message, vehicle: 'the same, later' }));
  await expect.poll(() => shown(page)).toMatchObject([{ body: 'the same, later' }]);
});

test('a message of another version leads to the reports', { tag: '@long' }, async ({ page, context }) => {
  const push = await withWorker(page, context);
  await push('{"kind":"of the future"}');
  await expect
    .poll(() => shown(page))
    .toMatchObject([{ title: 'LotLens has news of a report', data: '/reports' }]);
});

test('pressing a notification opens its report', async ({ page, context }) => {
  const push = await withWorker(page, context);
  const message = ready();
  await push(JSON.stringify(message));
  await expect.poll(() => shown(page)).toHaveLength(1);
  const [worker] = context.serviceWorkers() as [Worker];
  // Chromium lets a test press no notification, and opens windows for real presses alone: what is asked of it is noted.
  const opened = await worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      clients: { openWindow(address: string): Promise<null> };
    };
    const [notification] = await scope.registration.getNotifications();
    return await new Promise<string>((resolve) => {
      scope.clients.openWindow = async (address) => {
        resolve(address);
        return null;
      };
      const { ExtendableEvent: Press } = globalThis as unknown as { ExtendableEvent: typeof Event };
      dispatchEvent(Object.assign(new Press('notificationclick'), { notification }));
    });
  });
  expect(opened).toBe(`/reports/${message.report_id}`);
  await expect.poll(() => shown(page)).toEqual([]);
});

test('a browser that blocks notifications says so, and offers nothing to press', async ({
  memberPage: page,
  context,
}) => {
  // All that is not named is refused.
  await context.grantPermissions([]);
  const section = await openSection(page);
  await expect(section.getByText(/Your browser blocks notifications from LotLens/)).toBeVisible();
  await expect(section.getByRole('button')).toHaveCount(0);
});

test('an iPhone is told that only the installed app gets notifications', { tag: '@long' }, async ({
  memberPage: page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)' });
    Reflect.deleteProperty(window, 'PushManager');
  });
  const section = await openSection(page);
  await expect(section.getByText(/only the installed app gets notifications/)).toBeVisible();
});

test('a push service that does not answer is told in words, and notifications stay off', {
  tag: '@long',
}, async ({ memberPage: page, context }) => {
  // As it is here: this Chromium has no push service.
  await context.grantPermissions(['notifications']);
  const section = await openSection(page);
  await section.getByRole('button', { name: 'Turn on notifications' }).click();
  await expect(section.getByText(/could not reach its notification service/)).toBeVisible();
  await expect(section.getByRole('button', { name: 'Turn on notifications' })).toBeVisible();
});

/** A browser with a push service: this Chromium has none. */
async function withPushService(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const base64url = (bytes: ArrayBuffer): string =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');
    let held: object | null = null;
    Object.assign(PushManager.prototype, {
      getSubscription: async () => held,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
        const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
          'deriveBits',
        ]);
        const p256dh = base64url(await crypto.subtle.exportKey('raw', pair.publicKey));
        const auth = base64url(crypto.getRandomValues(new Uint8Array(16)).buffer);
        const endpoint = `https://updates.push.services.mozilla.com/wpush/v2/${crypto.randomUUID()}`;
        held = {
          options: { applicationServerKey: applicationServerKey.buffer },
          toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh, auth } }),
          unsubscribe: async () => {
            held = null;
            return true;
          },
        };
        return held;
      },
    });
  });
}

test('notifications are off until they are turned on, and off again when they are turned off', async ({
  memberPage: page,
  context,
}) => {
  await context.grantPermissions(['notifications']);
  await withPushService(page);
  const section = await openSection(page);
  await section.getByRole('button', { name: 'Turn on notifications' }).click();
  await expect(section.getByText(/^This device tells you when a report is ready/)).toBeVisible();
  await section.getByRole('button', { name: 'Turn off notifications' }).click();
  await expect(section.getByText(/^This device can tell you when a report is ready/)).toBeVisible();
  await expect(section.getByRole('button', { name: 'Turn on notifications' })).toBeVisible();
});

test('what the settings say stands when they are opened again', { tag: '@long' }, async ({
  memberPage: page,
  context,
}) => {
  await context.grantPermissions(['notifications']);
  await withPushService(page);
  const section = await openSection(page);
  await section.getByRole('button', { name: 'Turn on notifications' }).click();
  await expect(section.getByText(/^This device tells you/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByText('Account menu').locator('..').click();
  await page.getByRole('button', { name: 'Account Settings' }).click();
  await expect(section.getByText(/^This device tells you/)).toBeVisible();
});
