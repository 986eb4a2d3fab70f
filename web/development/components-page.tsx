import type { ReactNode } from 'react';
import { drawingAlt } from '../../contract/car-diagram/drawing-alt.ts';
import type { Marks } from '../../contract/car-diagram/levels.ts';
import { DRAWN_BODIES } from '../../contract/car-diagram/lot-view.ts';
import { type CostSpread, type RangeMark, rangeBar } from '../../contract/report-view/head/range-bar.ts';
import { BODY_CLASSES, type BodyClass } from '../../contract/schemas/vehicle.ts';
import { LotPicture } from '../ui/figures/lot-picture.tsx';
import { LotThumb } from '../ui/figures/lot-thumb.tsx';
import { RangeBar } from '../ui/figures/range-bar.tsx';
import { Stat, StatRow } from '../ui/figures/stat.tsx';
import { type ChipKind, VerdictChip } from '../ui/figures/verdict-chip.tsx';

const BMW: CostSpread = { low: 7206, likely: 11_357, high: 16_781, half: [9000, 13_800] };
const SELLER: RangeMark = { kind: 'seller', name: 'Seller says', usd: 9640 };
const VALUE: RangeMark = { kind: 'value', name: 'Value', usd: 10_850 };
const BID: RangeMark = { kind: 'cap', name: 'Max bid', usd: 14_000 };

const RANGES: readonly (readonly [name: string, spread: CostSpread, marks: readonly RangeMark[]])[] = [
  ['Value and seller', BMW, [VALUE, SELLER]],
  ['No marks', BMW, []],
  ['Max bid', BMW, [BID]],
  ['Three marks: the middle one in the caption', BMW, [SELLER, VALUE, BID]],
  ['A mark far off', BMW, [{ ...VALUE, usd: 64_000 }]],
  [
    'Marks next to each other at the edge',
    BMW,
    [
      { ...SELLER, usd: 7300 },
      { ...VALUE, usd: 7900 },
    ],
  ],
  ['Narrow range', { low: 2480, likely: 2600, high: 2790, half: [2550, 2680] }, [SELLER]],
  ['Wide range', { low: 330, likely: 1924, high: 14_294, half: [900, 5200] }, [VALUE]],
  ['No inner band', { ...BMW, half: null }, [VALUE]],
];
const CHIPS: Record<ChipKind, string> = {
  buy: 'Buy',
  consider: 'Consider',
  parts: 'Part out',
  pass: 'Pass',
  total_loss: 'Likely total loss',
  repairable: 'Likely repairable',
  close: 'Depends on the salvage bid',
  open: 'No call',
};
/** What a report found, in every severity and likelihood. */
const FOUND: Marks = {
  front_bumper: { severity: 4 },
  headlamp_left: { severity: 3 },
  hood: { severity: 2 },
  fender_left: { severity: 1 },
  front_door_left: { severity: 'possible' },
  rear_door_left: { severity: 'likely' },
  quarter_left: { severity: 'very_likely' },
  trunk: { severity: 3 },
  rear_bumper: { severity: 4 },
  tail_lamp_left: { severity: 2 },
};
/** What a drawing shows: the listing's words, and whether a report's damage is in their place. */
const PICTURES: readonly (readonly [declared: string | null, found?: boolean])[] = [
  [null],
  ['Front end'],
  ['Rear end'],
  ['Right front'],
  ['Side'],
  ['Rollover'],
  ['Hail'],
  ['Flood'],
  ['Burn'],
  ['Front end', true],
  ['Rear end', true],
];
/** As listings word them, one for each body class. */
const DAMAGE = ['Front end', 'Rear end', 'Side', 'Rollover', 'All over', 'Hail', 'Flood', 'Burn'];
const kinds = Object.keys(CHIPS) as ChipKind[];

/** Every state of the components that screens share, on one page: `npm run draw-components`. */
export const ComponentsPage = () => (
  <main className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] gap-12 px-4 py-10 sm:px-6">
    <h1 className="text-2xl font-semibold">Components</h1>
    <Part title="Range bar">
      <div className="grid gap-x-10 gap-y-8 md:grid-cols-2">
        {RANGES.map(([name, spread, marks]) => (
          <div key={name} className="min-w-0">
            <h3 className="text-sm text-muted">{name}</h3>
            <RangeBar layout={rangeBar(spread, marks)} />
          </div>
        ))}
        <div className="min-w-0">
          <h3 className="text-sm text-muted">Mini, next to its number</h3>
          <p className="figures grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4 font-semibold">
            $11,357
            <RangeBar layout={rangeBar(BMW, [])} mini />
          </p>
        </div>
      </div>
    </Part>
    <Part title="Verdict chip">
      {([20, 24, 32] as const).map((size) => (
        <p key={size} className="flex flex-wrap items-center gap-3">
          {kinds.map((kind) => (
            <VerdictChip key={kind} kind={kind} words={CHIPS[kind]} size={size} />
          ))}
        </p>
      ))}
    </Part>
    <Part title="Stat">
      <StatRow>
        <Stat label="Sells for about" note="our table, no prices read">
          $1,953
        </Stat>
        <Stat label="Max bid" note="breaks even if it fixes for $2,204">
          No bid pays
        </Stat>
        <Stat label="Part out" note="at a $1,953 bid">
          +$795
        </Stat>
        <Stat label="Sale" note="Jan 14, 2027, Trenton (NJ)">
          In 47 days
        </Stat>
      </StatRow>
      <StatRow>
        <Stat label="Max bid" note={'\u00a0'}>
          …
        </Stat>
        <Stat label="Sale">Today</Stat>
        <Stat label="Photos reviewed">0 of 8</Stat>
      </StatRow>
    </Part>
    <Part title="Lot thumb">
      <p className="flex flex-wrap items-end gap-3">
        {([64, 112, 240] as const).map((size) => (
          <LotThumb
            key={size}
            photo="/cars/90000001-light.svg"
            drawing={{ bodyClass: 'sedan' }}
            size={size}
            alt="A photo"
          />
        ))}
        <LotThumb
          photo="/cars/missing.jpg"
          drawing={{ bodyClass: 'suv', declared: 'Rear end' }}
          size={240}
          alt="A photo that does not load: the drawing"
        />
      </p>
      <div className="flex flex-wrap gap-3">
        {BODY_CLASSES.map((body, nth) => (
          <Named key={body} name={`${body}, ${DAMAGE[nth]}`}>
            <LotThumb
              photo={null}
              drawing={{ bodyClass: body, declared: DAMAGE[nth] ?? null }}
              size={240}
              alt=""
            />
          </Named>
        ))}
        <Named name="from a report">
          <LotThumb
            photo={null}
            drawing={{
              bodyClass: 'sedan',
              panels: FOUND,
            }}
            size={240}
            alt=""
          />
        </Named>
        <Named name="nothing known">
          <LotThumb photo={null} drawing={{ bodyClass: null }} size={240} alt="" />
        </Named>
      </div>
    </Part>
    <Part title="Lot picture">
      {DRAWN_BODIES.map((body) => (
        <div key={body} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {PICTURES.map(([declared, found = false]) => (
            <Pictured key={`${declared} ${found}`} body={body} declared={declared} found={found} />
          ))}
        </div>
      ))}
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <Pictured body="coupe" declared="Front end" found={false} />
      </div>
    </Part>
  </main>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t-2 border-ink pt-3">
    <h2 className="text-lg font-semibold">{title}</h2>
    {children}
  </section>
);

const Pictured = (drawn: { body: BodyClass; declared: string | null; found: boolean }) => (
  <Named name={`${drawn.body}, ${drawn.found ? 'from a report' : (drawn.declared ?? 'nothing declared')}`}>
    <div className="aspect-3/2 rounded-lg bg-sunken p-6">
      <LotPicture
        drawing={{
          bodyClass: drawn.body,
          declared: drawn.declared,
          ...(drawn.found ? { panels: FOUND } : {}),
        }}
        alt={(from) => drawingAlt({ car: null, body: drawn.body, from, declared: drawn.declared ?? '' })}
      />
    </div>
  </Named>
);

const Named = ({ name, children }: { name: string; children: ReactNode }) => (
  <figure>
    {children}
    <figcaption className="mt-1 text-xs text-muted">{name}</figcaption>
  </figure>
);
