import { describe, expect, it } from 'vitest';
import { isHardware } from './hardware.ts';

const isPiece = (category: string, name: string, make: 'infiniti' | 'toyota' | 'bmw' = 'infiniti') =>
  isHardware({ category, name }, make);

describe('isHardware', () => {
  it.each([
    ['seat_belt_front', 'Belt assembly-buckle,front seat'],
    ['seat_belt_front', 'Belt assembly-outer,pretensioner front lh'],
    ['seat_belt_front', 'Belt buckle, front left'],
    ['radiator_fan', 'Shroud assembly-radiator'],
    ['radiator_fan', 'SHROUD, FAN'],
    ['radiator_fan', 'Motor assembly-fan'],
    ['radiator_fan', 'Fan-motor'],
    ['radiator_fan', 'FAN, COOLING'],
    ['door_mirror', 'Body-door mirror,rh'],
    ['door_mirror', 'Base-outside mirror,lh'],
    ['rocker_panel', 'Reinforce-sill outer,lh'],
    ['rocker_panel', 'Brace, sill outer'],
    ['rocker_panel', 'Sill-inner,rh'],
    ['rocker_panel', 'Reinforce assy-sill center,lh'],
    ['b_pillar', 'Pillar-center,inner lh'],
    ['a_pillar', 'Brace-front pillar,rh'],
    ['fender_apron', 'Hoodledge-lower,rear lh'],
    ['fender_apron', 'Reinforcement-hoodledge,lh'],
    ['control_arm', 'Link compl-front suspension,upper lh'],
    ['control_arm', 'ARM ASSY, FRONT SUSPENSION, UPR LH'],
    ['front_bumper_bracket', 'Retainer-front bumper,upper'],
    ['hood_latch', 'Male assembly-hood lock'],
    ['trunk_latch', 'Striker, back door lock'],
    ['headlamp', 'LENS, HEADLAMP, RH'],
    ['tail_lamp', 'Socket assembly-rear combination lamp'],
    ['seat_front', 'Cushion assembly-front seat,lh'],
    ['quarter_liner', 'Cover-rear fender,rh'],
    ['front_door_shell', 'Panel-front door,inner rh'],
  ])('takes for a piece of %s: %s', (category, name) => {
    expect(isPiece(category, name)).toBe(true);
  });

  it.each([
    ['seat_belt_front', 'Belt assembly-tongue,pretensioner front lh'],
    ['seat_belt_front', 'BELT ASSY-FR LH'],
    ['radiator_fan', 'Motor & fan assembly-w/shroud'],
    ['radiator_fan', 'Fan & motor assembly-radiator'],
    ['radiator_fan', 'Fan assembly-radiator cooling'],
    ['radiator_fan', 'Fan shroud with fan'],
    ['radiator_fan', 'Cooling fan assembly'],
    ['door_mirror', 'Door mirror assembly-lh'],
    ['door_mirror', 'Mirror assembly-outside,lh'],
    ['door_mirror', 'Heated outside mirror, left'],
    ['rocker_panel', 'Sill assembly-outer,lh'],
    ['rocker_panel', 'Sill assembly-outer, with reinforcement lh'],
    ['b_pillar', 'Pillar complete-center,outer right'],
    ['fender_apron', 'Hoodledge assembly-lh'],
    ['fender_apron', 'Wheel apron complete-front, right'],
    ['control_arm', 'Link completetransverse,lh'],
    ['control_arm', 'Arm compl-front suspension,lower lh'],
    ['front_bumper_bracket', 'Stay-front bumper,rh'],
    ['front_bumper_bracket', 'RETAINER, FRONT BUMPER SIDE, LH'],
    ['hood_latch', 'Lock assembly-hood'],
    ['tail_lamp', 'LENS & BODY, REAR COMBINATION LAMP, LH'],
    ['seat_front', 'Seat assembly-front,lh'],
    ['quarter_liner', 'Protector-rear wheel house,lh'],
    ['front_bumper_reinforcement', 'Reinforce-front bumper center,inner'],
    ['front_door_shell', 'Door assembly-front,lh'],
  ])('takes for %s itself: %s', (category, name) => {
    expect(isPiece(category, name)).toBe(false);
  });

  it('reads "outer" of a belt as its maker means it: an anchor at Nissan, the belt itself at Toyota', () => {
    const name = 'BELT ASSY, FRONT SEAT OUTER, RH';
    expect([isPiece('seat_belt_front', name), isPiece('seat_belt_front', name, 'toyota')]).toEqual([
      true,
      false,
    ]);
    expect(isPiece('seat_belt_front', 'BELT ASSY, FRONT SEAT INNER, RH', 'toyota')).toBe(true);
  });
});
