/**
 * Words and codes that the three sites write, as they stood when the grid was frozen. Kept apart from the product's own
 * tables, so that a word learnt later does not change the lots whose answers are frozen.
 */
type SiteVocabulary = {
  /** Every damage word and code the product knew. */
  readonly damage: readonly string[];
  /** Those that most lots carry, with how often one of a hundred has it. */
  readonly usual: readonly (readonly [word: string, of_a_hundred: number])[];
  readonly secondary: readonly (string | null)[];
  readonly run: readonly (string | null)[];
  readonly airbags: readonly (string | null)[];
  readonly keys: readonly (string | null)[];
  readonly titles: readonly (string | null)[];
  /** Ends of an odometer's text; null: no odometer at all. */
  readonly odometer: readonly (string | null)[];
};

const listed = (text: string): string[] => text.split('|');
const COPART_DAMAGE = listed(
  'AO|BC|BE|BI|BN|CC|DH|FD|FR|HL|MC|MN|NW|PR|RJ|RO|RR|SD|ST|TP|UK|UN|VI|VN|VP|WA|ALL OVER|BIOHAZARD/CHEMICAL|BURN|BURN - ENGINE|BURN - INTERIOR|DAMAGE HISTORY|FRAME DAMAGE|FRONT END|FRONT|MINOR DENTS/SCRATCHES|HAIL|MECHANICAL|MINOR DENT/SCRATCHES|MISSING/ALTERED VIN|NORMAL WEAR|PARTIAL REPAIR|REAR END|REJECTED REPAIR|REPLACED VIN|ROLLOVER|SIDE|STRIPPED|TOP/ROOF|UNDERCARRIAGE|UNKNOWN|VANDALISM|WATER/FLOOD|CASH FOR CLUNKERS|ELECTRICAL|SUSPENSION',
);
const IAAI_DAMAGE = listed(
  'AO|BI|BO|BS|CC|EB|ED|EL|F|FL|FR|FW|HA|IB|LF|LR|LS|ME|N|OF|R|RF|RO|RP|RR|RS|S|SD|SU|SW|TB|TD|TH|U|UK|V|WT|XB|FRONT END|FRONT|REAR|LEFT FRONT|RIGHT FRONT|LEFT REAR|RIGHT REAR|LEFT SIDE|RIGHT SIDE|LEFT & RIGHT SIDE|FRONT & REAR|ALL OVER|ROOF|UNDERCARRIAGE|SUSPENSION|FRAME|ROLLOVER|HAIL|STORM DAMAGE|FLOOD|FRESH WATER|SALT WATER|TOTAL BURN|ENGINE BURN|INTERIOR BURN|EXTERIOR BURN|ENGINE DAMAGE|TRANSMISSION DAMAGE|MECHANICAL|ELECTRICAL|THEFT|VANDALIZED|STRIP|BIOHAZARD|REPOSSESSION|CASH FOR CLUNKERS|NORMAL WEAR & TEAR|NONE|UNKNOWN|LEFT AND RIGHT SIDE|FRONT AND REAR|FRAME DAMAGE',
);
const BID_CARS_DAMAGE = listed(
  'All over|Biohazard/chemical|Burn|Burn - engine|Burn - interior|Damage history|Frame damage|Front end|Front|Front left|Front right|Rear left|Rear right|Minor dents/scratches|Hail|Mechanical|Minor dent/scratches|Missing/altered VIN|Normal wear|Partial repair|Rear end|Rejected repair|Replaced VIN|Rollover|Side|Stripped|Top/roof|Undercarriage|Unknown|Vandalism|Water/flood|Cash for clunkers|Electrical|Suspension|Rear|Left front|Right front|Left rear|Right rear|Left side|Right side|Left & right side|Front & rear|Roof|Frame|Storm damage|Flood|Fresh water|Salt water|Total burn|Engine burn|Interior burn|Exterior burn|Engine damage|Transmission damage|Theft|Vandalized|Strip|Biohazard|Repossession|Normal wear & tear|None|Left and right side|Front and rear',
);

/** A lot lists no second damage about two times in three. */
const NONE_SO_OFTEN: readonly null[] = Array.from({ length: 24 }, () => null);

export const VOCABULARY: Readonly<Record<'copart' | 'iaai' | 'bid.cars', SiteVocabulary>> = {
  copart: {
    damage: COPART_DAMAGE,
    usual: [
      ['FRONT END', 41],
      ['SIDE', 17],
      ['REAR END', 15],
      ['MINOR DENT/SCRATCHES', 7],
      ['ALL OVER', 5],
      ['MECHANICAL', 4],
      ['UNDERCARRIAGE', 3],
      ['HAIL', 3],
      ['WATER/FLOOD', 3],
      ['ROLLOVER', 2],
    ],
    secondary: [
      ...NONE_SO_OFTEN,
      ...listed('SIDE|REAR END|FRONT END|UNDERCARRIAGE|MINOR DENT/SCRATCHES|ALL OVER|TOP/ROOF|MECHANICAL'),
      ...listed('NORMAL WEAR|HAIL|WATER/FLOOD|UNKNOWN'),
    ],
    run: ['RUNS AND DRIVES', 'RUNS AND DRIVES', 'VEHICLE STARTS', 'CERT-D', 'CERT-S', 'CERT-E', null, null],
    airbags: [null, null, null, null, 'DEPLOYED', 'INTACT'],
    keys: ['YES', 'YES', 'YES', 'NO', 'EXM', null],
    titles: [
      ...listed('TX - SALVAGE VEHICLE TITLE|CA - SALVAGE CERTIFICATE|ST|SC|SV|NJ - CERT OF TITLE-SALVAGE'),
      ...listed('MI - CERTIFICATE OF TITLE|CT|FL - CERTIFICATE OF TITLE (P)|NC - DLR/DISMANTLER CLEAN TITLE'),
      ...listed('FL - SALVAGE REBUILDABLE|RB|NY - MV-907A SALVAGE CERTIFICATE|MD - SALVAGE <75% DAMAGE|S2'),
      ...listed('MA - RECONSTRUCTED TITLE|RS|TX - REBUILT SALVAGE|FL - CERTIFICATE OF DESTRUCTION|CD|NR'),
      ...listed('CA - NON-REPAIRABLE CERTIFICATE|MO - JUNK CERTIFICATE|WI - BILL OF SALE - PARTS ONLY|BP'),
      ...listed('WA - BILL OF SALE|BS|MA - SALVAGE PARTS ONLY|GA - SALVAGE FLOOD|CP - EXPORT ONLY'),
      null,
    ],
    odometer: ['(ACTUAL)', '(ACTUAL)', '(ACTUAL)', '(NOT ACTUAL)', '(EXEMPT)', '', null],
  },
  iaai: {
    damage: IAAI_DAMAGE,
    usual: [
      ['Front End', 33],
      ['Left Front', 6],
      ['Right Front', 6],
      ['Rear', 11],
      ['Left Rear', 4],
      ['Right Rear', 3],
      ['Left Side', 8],
      ['Right Side', 8],
      ['Front & Rear', 5],
      ['All Over', 4],
      ['Flood', 3],
      ['Theft', 3],
      ['Hail', 3],
      ['Rollover', 3],
    ],
    secondary: [
      ...NONE_SO_OFTEN,
      ...listed('Left Side|Right Side|Rear|Front End|Suspension|Undercarriage|Roof|Right Front|Left Rear'),
      ...listed('Normal Wear & Tear|Mechanical|None|Interior Burn'),
    ],
    run: ['Run & Drive', 'Run & Drive', 'Starts', 'Stationary', 'Stationary', null],
    airbags: ['Intact', 'Intact', 'Intact', 'Deployed', 'Deployed', 'None', 'Missing', null],
    keys: ['Present', 'Present', 'Present', 'Missing', null],
    titles: [
      ...listed('SALVAGE (Virginia)|SAL|SALVAGE (Ohio)|CLEAR (Michigan)|CLR|ORG|REBUILDABLE (Florida)'),
      ...listed('SALVAGE - 75% OR LESS (Maryland)|BRANDED IF REBUILT|REBUILT (Texas)|RECONSTRUCTED (Nevada)'),
      ...listed(
        'MV-907A (New York)|CERTIFICATE OF DESTRUCTION (Florida)|NON-REPAIRABLE (California)|NRP|JNK',
      ),
      ...listed('BILL OF SALE (Washington)|BOS|PARTS ONLY (Wisconsin)|REPAIRABLE-FLOOD (Illinois)|OTH'),
      null,
    ],
    odometer: [
      ...listed(
        '(Actual)|(Actual)|(Actual)|(Actual)|(Not Actual)|(Inoperable Digital Dash)|(Not Required/Exempt)',
      ),
      ...listed('(Exceeds Mechanical Limits)|(Unknown)|(Burnt)|(Broken)'),
      null,
    ],
  },
  'bid.cars': {
    damage: BID_CARS_DAMAGE,
    usual: [
      ['Front end', 40],
      ['Side', 9],
      ['Left side', 5],
      ['Right side', 5],
      ['Rear end', 16],
      ['All over', 5],
      ['Minor dents/scratches', 6],
      ['Mechanical', 4],
      ['Front & rear', 4],
      ['Undercarriage', 3],
      ['Water/flood', 3],
    ],
    secondary: [
      ...NONE_SO_OFTEN,
      ...listed(
        'Side|Rear|Front end|Undercarriage|Minor dents/scratches|Suspension|Left rear|Roof|Normal wear',
      ),
      ...listed('Mechanical|Hail|Unknown'),
    ],
    run: ['Run and Drive', 'Run and Drive', 'Starts', 'Engine Start Program', 'Stationary', null],
    airbags: [null, null, 'Intact', 'Deployed', 'Deployed'],
    keys: ['Yes', 'Yes', 'No', null],
    titles: [
      ...listed('Salvage (Ohio)|Salvage vehicle title (TX)|Certificate of title (MI)|Clean title (GA)'),
      ...listed('Salvage rebuildable (FL)|Rebuilt salvage (TX)|Certificate of destruction (FL)|Junk (MO)'),
      ...listed(
        'Non repairable (CA)|Bill of sale (WA)|Bill of sale - parts only (WI)|Salvage - 75% or less (MD)',
      ),
      ...listed('Dis/dlr/exp clean w/salv hist (CA)|Salvage flood (LA)'),
      null,
    ],
    odometer: ['', '', '', '', '(not actual)', '(exempt)', null],
  },
};

export const STATES: readonly string[] = listed(
  'AL|AK|AZ|AR|CA|CO|CT|DE|DC|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY',
);

/** Colours that call for other paint work, and ordinary ones. */
export const COLOURS: readonly (string | null)[] = [
  ...listed('WHITE|BLACK|GRAY|SILVER|BLUE|RED|Pearl White|Tri-coat Red|Two Tone|GREEN|BROWN'),
  null,
];
