/** Names on pickups, as their shops say them, of panels that the vocabulary names after closed bodies, by category. */
export const ON_PICKUPS: Readonly<Record<string, string>> = {
  quarter_panel: 'Bed side',
  quarter_liner: 'Bed wheelhouse liner',
  liftgate: 'Tailgate',
  rear_bumper_cover: 'Rear step bumper',
  cab_corner: 'Cab corner',
};
