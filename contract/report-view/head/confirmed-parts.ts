import type { Estimate } from '../../schemas/estimate.ts';
import { counted } from '../words/sentence.ts';

/** How many parts the user confirmed, damaged or not. */
export const partsConfirmed = ({ evidence = [] }: Pick<Estimate, 'evidence'>): number =>
  evidence.filter(({ kind }) => kind === 'part_answer').length;

/** `12 parts confirmed by eye` */
export const confirmedWords = (parts: number): string =>
  `${counted(parts, 'part', 'parts')} confirmed by eye`;
