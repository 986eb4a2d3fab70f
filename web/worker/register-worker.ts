import { SHARE_PATH } from './handed-share.ts';

/** The worker of this installation, once the page has loaded; null where the browser has none. Registering it again is the same. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null;
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  return await navigator.serviceWorker.register('/worker.js', { scope: SHARE_PATH });
}

/** The worker, at work: it can be subscribed to. */
export async function activeWorker(): Promise<ServiceWorkerRegistration | null> {
  const registration = await registerWorker();
  const coming = registration?.installing ?? registration?.waiting;
  if (!registration?.active && coming)
    await new Promise<void>((resolve) =>
      coming.addEventListener('statechange', () => {
        // It also ends there where it could not be installed.
        if (coming.state === 'activated' || coming.state === 'redundant') resolve();
      }),
    );
  return registration;
}
