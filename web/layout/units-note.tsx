import { Suspense } from 'react';
import { isUsUnits, shownUnits } from '../../contract/report-view/units/shown-units.ts';
import { lazyPart } from '../ui/act/lazy-part.tsx';

const Words = lazyPart(async () => {
  const { unitsWords } = await import('../../contract/report-view/units/units-words.ts');
  return () => unitsWords().join(' ');
});

/** What figures are shown in where it is not US dollars and miles, once a page: the rate with its date and source. */
export const UnitsNote = () =>
  isUsUnits(shownUnits()) ? null : (
    <p className="mt-6 text-xs text-muted">
      <Suspense>
        <Words />
      </Suspense>
    </p>
  );
