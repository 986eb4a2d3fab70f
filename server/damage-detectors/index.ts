import { declaredDetector } from './declared/declared.ts';
import type { DamageDetector } from './detector.ts';

/** Every detector, the default first. A new one is one file and one line here. */
export const DAMAGE_DETECTORS: readonly DamageDetector[] = [declaredDetector];
