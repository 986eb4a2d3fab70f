import {
  type PushSubscriptionRequest,
  pushSubscriptionSchema,
} from '../../../contract/push/push-subscription.ts';
import { readPush, turnPushOff, turnPushOn } from '../../api/profile.ts';
import { SHARE_PATH } from '../../worker/handed-share.ts';
import { activeWorker } from '../../worker/register-worker.ts';

/** Whether this device tells its user of reports that ended, or why it can't. */
export type PushHere = 'on' | 'off' | 'denied' | 'install_first' | 'insecure' | 'unsupported';

/** iPads call themselves Macs, which have no touch screen. */
const isAppleMobile = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);
const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

/** What stands in the way on this device; null: nothing. Nothing is asked of the user. */
function hindrance(): PushHere | null {
  if (!isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isAppleMobile() && !isInstalled() ? 'install_first' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : null;
}

/** How it stands on this device: on where the service knows this session's subscription and the browser still has it. */
export async function readPushHere(): Promise<PushHere> {
  const hindered = hindrance();
  if (hindered !== null) return hindered;
  const { on, public_key } = await readPush();
  const registration = await navigator.serviceWorker.getRegistration(SHARE_PATH);
  const subscription = await registration?.pushManager.getSubscription();
  return on && subscription && isMadeWith(subscription, public_key) ? 'on' : 'off';
}

/** Turns notifications on; the browser asks its user, so this belongs to a press. Throws where its push service does not answer. */
export async function turnOnHere(): Promise<PushHere> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  const { public_key } = await readPush();
  const manager = (await activeWorker())?.pushManager;
  if (!manager) return 'unsupported';
  const earlier = await manager.getSubscription();
  // A browser refuses another key while the old subscription stands.
  if (earlier && !isMadeWith(earlier, public_key)) await earlier.unsubscribe();
  const subscription = await manager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(public_key),
  });
  return (await turnPushOn(requestOf(subscription))).on ? 'on' : 'off';
}

/** Turns notifications off, with the service first: from then on nothing is sent. */
export async function turnOffHere(): Promise<PushHere> {
  await turnPushOff();
  const registration = await navigator.serviceWorker.getRegistration(SHARE_PATH);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  return 'off';
}

const requestOf = (subscription: PushSubscription): PushSubscriptionRequest =>
  pushSubscriptionSchema.parse(subscription.toJSON());

function isMadeWith({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey;
  const wanted = bytesOf(publicKey);
  return key !== null && new Uint8Array(key).every((byte, index) => byte === wanted[index]);
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
