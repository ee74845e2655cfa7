/** The Snowball list (https://snowballstem.org/algorithms/english/stop.txt), and words that mean as little in abstracts. */
export const stopWords: ReadonlySet<string> = new Set(
  `a about above across after again against all almost along already also although always am among amongst an and
  another any are around as at based be became because become becomes been before being below between both but by came can
  cannot could did do does doing done down due during each eg either else etc ever every few for from further get give
  given gives had has have having he hence her here hers herself him himself his how however i ie if in indeed into is it
  its itself just let ll may me might mine more moreover most much must my myself namely near nearly neither never
  nevertheless no nor not now of off often on once one only onto or other others otherwise our ours ourselves out over
  own per perhaps quite rather re s same several shall she should since so some somewhat still such than that the
  their theirs them themselves then thence there thereby therefore these they this those though through throughout thus
  to together too toward towards under until up upon us use used using ve very via was we well were what when where
  whereas whereby wherein whether which while who whom whose why will with within without would yet you your yours`.split(
    /\s+/,
  ),
);

/**
 * Words that frame a question or sentence: what is done, asked or compared, rather than its subject. In a topic with
 * other words they count little, and a paper need not have them.
 */
export const frameWords: ReadonlySet<string> = new Set(
  `know known work works working does drive drives driving driven keep keeps keeping help helps helping make makes
  making happen happens happening wearing wear share sharing understand understanding explain explains look looks way ways
  common many people better best good bad possible various go going come comes start starts try tries need needs
  reduce reduces affect affects improve improves prevent prevents cause causes lead leads change changes compare versus vs
  become becomes involve involves occur occurs depend depends determine determines`.split(/\s+/),
);

/**
 * Words that ask for papers rather than name a subject: "I am interested in articles on …", "the latest papers about …".
 * Ignored in a topic, but indexed in papers.
 */
export const askingWords: ReadonlySet<string> = new Set(
  `article articles paper papers publication publications literature interested interest looking find finding show want
  like please tell know anything everything something available concerning regarding pertaining deal deals dealing
  discuss discusses discussing discussed describe describes describing described exist exists latest newest recent
  recently new concern concerned various several different certain thing things getting gets`.split(/\s+/),
);
