import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { ReportCardData } from '../report-card-data.ts';

/** `linked`: its look where it leads to a report. */
type Props = { card: ReportCardData; className: string; linked?: string; preload?: false };

/** The car, as the way to its report where it has one. */
export const ReportName = ({ card, className, linked, ...preload }: Props) =>
  card.reportId === null ? (
    <span className={className}>{card.name}</span>
  ) : (
    <Link
      to="/reports/$reportId"
      params={{ reportId: card.reportId }}
      className={clsx(className, 'min-h-6 hover:underline', linked)}
      {...preload}
    >
      {card.name}
    </Link>
  );
