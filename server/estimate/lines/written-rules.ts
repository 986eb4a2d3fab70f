import { FIXED_LINES } from '../tables/fixed-lines.ts';
import { WRITTEN_OPERATIONS } from '../tables/written-operations.ts';
import {
  at,
  bolted,
  both,
  dollars,
  either,
  hours,
  metal,
  type OperationRule,
  of,
  painted,
  panel,
  type RepairedCar,
  renewed,
} from './operation-rule.ts';

const F = FIXED_LINES;
const W = WRITTEN_OPERATIONS;
const electricAlone = ({ electric }: RepairedCar): number => (electric ? 1 : 0);

/** What a written estimate carries beside those, and its forecast counts in its level already; none in older tables. */
export const WRITTEN_RULES: readonly OperationRule[] =
  W === null
    ? []
    : [
        {
          id: 'battery_disconnect',
          name: 'Battery, disconnect and reconnect',
          operation: 'repair',
          calls: bolted,
          share: ({ year }) => (year >= W.battery.from_year ? 1 : 0),
          work: { labour: hours('mechanical', W.battery) },
        },
        {
          id: 'restraint_inspection',
          name: 'Seat belts and restraint system, inspect',
          operation: 'inspect',
          calls: bolted,
          unless: both(of('air_bags'), renewed),
          work: { labour: hours('mechanical', W.restraint_inspection) },
        },
        ...(W.clean_for_delivery
          ? [
              {
                id: 'clean_for_delivery',
                name: 'Clean for delivery',
                operation: 'clean' as const,
                calls: bolted,
                share: ({ by_shop }: RepairedCar) => (by_shop ? 1 : 0),
                work: { labour: hours('body', W.clean_for_delivery) },
              },
            ]
          : []),
        {
          id: 'set_up_quarter',
          name: 'Set up and measure for the quarter panel',
          operation: 'repair',
          calls: both(({ category }) => category === 'quarter_panel', of('welded'), renewed),
          unless: of('structure'),
          work: {
            labour: {
              type: 'frame',
              hours: {
                low: F.set_up_and_measure.hours_low,
                likely: F.set_up_and_measure.hours,
                high: F.set_up_and_measure.hours_high,
              },
              basis: W.set_up_quarter.basis,
            },
          },
        },
        {
          id: 'pull',
          name: 'Pull to dimensions',
          operation: 'repair',
          calls: both(of('structure'), ({ operation, sectioned }) => operation === 'repair' && !sectioned),
          work: {
            labour: {
              type: 'frame',
              hours: { low: W.pull.hours_low, likely: W.pull.hours, high: W.pull.hours_high },
              basis: W.pull.basis,
            },
          },
        },
        {
          id: 'battery_case',
          name: 'Traction battery case, inspect',
          operation: 'inspect',
          calls: either(of('underbody'), both(of('air_bags'), renewed)),
          share: electricAlone,
          work: { labour: hours('mechanical', W.battery_case) },
        },
        {
          id: 'isolation_test',
          name: 'High-voltage isolation test',
          operation: 'inspect',
          calls: either(of('underbody'), of('rear_body'), both(of('air_bags'), renewed)),
          share: electricAlone,
          work: { labour: hours('mechanical', W.isolation_test) },
        },
        ...(W.pyro_fuse
          ? [
              {
                id: 'pyro_fuse',
                name: 'High-voltage pyrotechnic fuse, renew',
                operation: 'repair' as const,
                calls: both(of('air_bags'), renewed),
                share: electricAlone,
                work: { labour: hours('mechanical', W.pyro_fuse), sublet: dollars(W.pyro_fuse) },
              },
            ]
          : []),
        ...(W.storage
          ? [
              {
                id: 'storage',
                name: 'Safe storage of an electric car, a day',
                operation: 'sublet' as const,
                calls: either(of('underbody'), both(of('air_bags'), renewed)),
                share: electricAlone,
                work: { sublet: dollars(W.storage) },
              },
            ]
          : []),
        {
          id: 'alignment_wheel',
          name: 'Four-wheel alignment after a wheel',
          operation: 'align',
          calls: both(of('wheels'), renewed),
          unless: either(of('suspension'), of('carriers')),
          work: { sublet: F.alignment },
        },
        ...(W.aim_after_access
          ? [
              {
                id: 'aim_after_access',
                name: 'Aim headlamps after remove and install',
                operation: 'align' as const,
                calls: either(
                  both(({ category }) => category === 'fender', renewed),
                  both(of('structure'), at('front')),
                ),
                unless: of('headlamps'),
                work: { labour: hours('body', F.aim_headlamps) },
              },
            ]
          : []),
        {
          id: 'corrosion_bolted',
          name: 'Corrosion protection of new and repaired panels',
          operation: 'repair',
          calls: both(metal, painted, panel),
          unless: of('welded'),
          work: { labour: hours('body', W.corrosion_bolted), sublet: dollars(W.corrosion_bolted) },
        },
      ];
