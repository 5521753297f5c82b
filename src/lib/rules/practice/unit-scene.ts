/** The subjects of drawings for units. */
export const sceneNames = [
  ...(['talk', 'family', 'day', 'town', 'food', 'leisure', 'work', 'trip', 'shop', 'health'] as const),
  ...(['past', 'plans', 'choice', 'tech', 'law', 'world', 'voice', 'news', 'goal', 'science'] as const),
] as const;
export type SceneName = (typeof sceneNames)[number];

/** English words of titles with their subjects. The first match counts. */
const themes: readonly (readonly [RegExp, SceneName])[] = [
  [/hello|greet|friend|impression|points? of view|opinion|meet/, 'talk'],
  [/famil|home|house|relationship/, 'family'],
  [/routine|morning|every day|weather|season/, 'day'],
  [/town|city|cities|street|neighbou?r/, 'town'],
  [/food|drink|meal|cook|restaurant|taste/, 'food'],
  [/plan|ahead|calendar|appointment/, 'plans'],
  [/free time|weekend|hobb|sport|music|game|beach/, 'leisure'],
  [/\bwork|\bjob|office|business|career/, 'work'],
  [/trip|travel|journey|airport|holiday|cultures?\b|abroad/, 'trip'],
  [/shop|money|price|cloth|bank/, 'shop'],
  [/health|body|doctor|fit\b/, 'health'],
  [/yesterday|were\b|stor(y|ies)|memor|past\b|history/, 'past'],
  [/decision|what if|choice|turning/, 'choice'],
  [/digital|tech|internet|online|phone/, 'tech'],
  [/rule|rights|law|crime|justice/, 'law'],
  [/world|planet|nature|environment|animal/, 'world'],
  [/persua|speech|voice|debate/, 'voice'],
  [/headline|news|media|press\b/, 'news'],
  [/risk|reward|success|challenge|dream/, 'goal'],
  [/science|research|invention|space\b/, 'science'],
];

/**
 * The drawing of a unit, by the subject of its title. A title without a known word gets one by the unit’s number, always
 * the same.
 */
export function sceneOf({ numero, titulo }: { numero: number; titulo: string }): SceneName {
  const title = titulo.toLowerCase();
  const theme = themes.find(([words]) => words.test(title));
  return theme?.[1] ?? sceneNames[Math.abs(numero) % sceneNames.length] ?? 'talk';
}
