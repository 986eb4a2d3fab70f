import { statedBySellers } from '../../../contract/report-view/stated-by-sellers.ts';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import { Figure, Told } from '../provenance/figure.tsx';

/** Numbers that sellers state where no source has one, each with whose claim it is, and what is asked beside it. */
export function SellerClaims({ line }: { line: EstimateLine }) {
  const claims = statedBySellers(line);
  if (claims.length === 0) return null;
  return (
    <section aria-label="Stated by sellers">
      <p className="font-medium">Stated by sellers</p>
      <ul className="mt-1 grid gap-1.5">
        {claims.map(({ number, claim, asked }) => (
          <li key={number} className="grid gap-x-4 sm:grid-cols-[8.5rem_1fr]">
            <span className="figures font-medium">
              <Figure of={`stated:${number}|${line.id}`}>{number}</Figure>
            </span>
            <span className="min-w-0 text-muted">
              {claim}
              {asked === '' ? null : (
                <>
                  {' · '}
                  <Told of={`stated:${number}|${line.id}`}>{asked}</Told>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
