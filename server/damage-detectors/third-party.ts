import { isIP } from 'node:net';
import { labeledView } from '../../contract/report-view/photo-views.ts';
import { bareHost, isPublicAddress } from '../web-fetch/address/public-address.ts';
import type { DetectorPhoto } from './detector.ts';

/** A VIN, the odometer, papers: what tells whose car it is, and of damage nothing. */
const TELLING_VIEWS: ReadonlySet<string | null> = new Set(['vin_or_label', 'dash', 'document']);

/** Whether a photo, by its site's label, never leaves for a third party. */
export const isHeldBack = (photo: Pick<DetectorPhoto, 'label'>): boolean =>
  TELLING_VIEWS.has(labeledView(photo));

/** Whether an Ollama on this machine has its cloud run a model of this name: its makers mark them so. */
export const runsInCloud = (model: string): boolean => /[:-]cloud$/i.test(model);

/**
 * Whether a model's address is on this machine or its own network, where no third party sees what it is sent: by the address
 * itself, or by a name that leads nowhere on the internet.
 */
export function isInHouse(address: string): boolean {
  const host = bareHost(new URL(address).hostname);
  if (isIP(host) !== 0) return !isPublicAddress(host);
  return !host.includes('.') || host.endsWith('.localhost') || host.endsWith('.internal');
}
