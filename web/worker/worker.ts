import '../no-eval.ts';
import { PUSH_TITLES, pushMessageSchema, pushPage } from '../../contract/push/push-message.ts';
import { FILES_FIELD, MOST_SHARED_BYTES, placeOf, SHARE_PATH, SHARE_STORE } from './handed-share.ts';

/**
 * The service worker: takes what another app shares, with its files, and hands it to the page of the share; and shows that a report
 * has ended, where its user asked for that. It keeps no page and answers no other request. Its scope is the address of the share, so
 * that every other page loads without it.
 */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => void self.skipWaiting());

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'POST' && new URL(url).pathname === SHARE_PATH) event.respondWith(takeShare(event.request));
});

/** Keeps a share under a name of its own, in place of any other, and leads to its page. */
async function takeShare(request: Request): Promise<Response> {
  const type = request.headers.get('content-type') ?? '';
  const body = await request.blob();
  await caches.delete(SHARE_STORE);
  const form = () => new Response(body, { headers: { 'content-type': type } });
  if (body.size > MOST_SHARED_BYTES) return await withoutFiles(form());
  try {
    const id = crypto.randomUUID();
    const store = await caches.open(SHARE_STORE);
    await store.put(placeOf(id), form());
    return toPage({ handed: id });
  } catch {
    // This device has no room for it.
    return await withoutFiles(form());
  }
}

/** The words of a share go along; its files have to be chosen from where they lie. */
async function withoutFiles(form: Response): Promise<Response> {
  const shared = await form.formData();
  const words = ['title', 'text', 'url'].flatMap((name) => {
    const value = shared.get(name);
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
  });
  return toPage({ ...Object.fromEntries(words), ...(shared.has(FILES_FIELD) ? { files: 'large' } : {}) });
}

/** Behind the # nothing is sent or logged. */
const toPage = (share: Record<string, string>): Response =>
  Response.redirect(new URL(`${SHARE_PATH}#${new URLSearchParams(share)}`, self.location.origin), 303);

self.addEventListener('push', (event) => event.waitUntil(show(event.data)));

/** Shows what came. A browser wants a notification for each message: one that is of another version says where to look. */
async function show(data: PushMessageData | null): Promise<void> {
  const { data: message } = pushMessageSchema.safeParse(parsed(data));
  const looks = { icon: '/icons/icon-192.png', lang: 'en-US', data: pushPage(message) };
  if (message === undefined)
    return await self.registration.showNotification('LotLens has news of a report', looks);
  const { outcome, vehicle, report_id: id } = message;
  // What comes twice is shown once, by its tag.
  await self.registration.showNotification(PUSH_TITLES[outcome], { ...looks, body: vehicle, tag: id });
}

function parsed(data: PushMessageData | null): unknown {
  try {
    return data?.json();
  } catch {
    return null;
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data)));
});

/** Brings the report to the front where it is open already. */
async function open(address: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === address);
  await (there ? there.focus() : self.clients.openWindow(address));
}
