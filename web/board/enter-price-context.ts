import { createContext } from 'react';
import type { ReportCardData } from '../report-list/report-card-data.ts';

/** Opens the dialog to enter what the lot of a card was sold for. */
export const EnterPriceContext = createContext<(card: ReportCardData) => void>(() => undefined);
