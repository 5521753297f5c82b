import { Command, InvalidArgumentError } from 'commander';
import type { Language } from '../src/process/language.ts';
import { commandName } from './command-name.ts';

const WRONG_USE = 2;

/**
 * A command that prints its usage on `--help` or `-h` and does nothing. A wrong option or argument is one sentence on
 * standard error and exit code 2. Call it before heavy modules are imported, and end with `.parse()`.
 *
 * @param script its name in `package.json`
 * @example command('build', 'Builds pages and islands into dist/.').parse();
 * @example const { out } = command('release', '…').option('--out <folder>', '…', '.cache/release').parse().opts();
 */
export function command(script: string, description: string, language: Language = 'en'): Command {
  const name = commandName(script);
  const made = new Command(name)
    .description(description)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : WRONG_USE))
    .configureOutput({ outputError: (text, write) => write(misuseLine(text, name, language)) });
  return language === 'en' ? made : inPortuguese(made);
}

/** Reads a whole number of an option: `.option('--count <n>', 'how many', whole(1, 64), 8)`. */
export const whole =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() !== '' && Number.isInteger(value) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`A whole number from ${min} to ${max}`);
  };

/** Error messages of the command line parser, with their Portuguese translation. `$1` and so on are its values. */
const PORTUGUESE: readonly [RegExp, string][] = [
  [/^unknown option '(.*)'/, 'a opção $1 não existe'],
  [/^unknown command '(.*)'/, 'o comando $1 não existe'],
  [/^missing required argument '(.*)'/, 'falta <$1>'],
  [/^required option '(.*)' not specified/, 'falta a opção $1'],
  [/^option '(.*)' argument missing/, 'falta o valor da opção $1'],
  [/^option '(.*)' argument '(.*)' is invalid\./, 'a opção $1 não aceita “$2”'],
  [/^command-argument value '(.*)' is invalid for argument '(.*)'\./, '<$2> não pode ser “$1”'],
  [/^too many arguments.*/, 'há argumentos demais'],
  [/ Allowed choices are (.*)\.$/, '. Valem: $1'],
  [/ ?\(Did you mean (one of )?(.*)\?\)$/, '. Seria $2?'],
];

/** The error of the parser as one sentence. */
export function misuseLine(text: string, name: string, language: Language): string {
  const plain = text
    .replace(/^error: /, '')
    .trim()
    .replaceAll('\n', ' ');
  const said =
    language === 'en' ? plain : PORTUGUESE.reduce((line, [english, ours]) => line.replace(english, ours), plain);
  const see = language === 'en' ? 'See' : 'Veja';
  return `${said.charAt(0).toUpperCase()}${said.slice(1).replace(/(?<![.?])$/, '.')} ${see}: ${name} --help\n`;
}

const TITLES: Readonly<Record<string, string>> = {
  'Usage:': 'Uso:',
  'Arguments:': 'Argumentos:',
  'Options:': 'Opções:',
  'Commands:': 'Comandos:',
};

const WORDS: readonly [RegExp, string][] = [
  [/\[options\]/g, '[opções]'],
  [/\[command\]/g, '[comando]'],
  [/\((.*)default: /g, '($1padrão: '],
  [/\(choices: /g, '(um de: '],
];
const translated = (text: string) => WORDS.reduce((line, [english, ours]) => line.replace(english, ours), text);

function inPortuguese(made: Command): Command {
  return made.helpOption('-h, --help', 'mostra esta ajuda e não faz nada').configureHelp({
    styleTitle: (title) => TITLES[title] ?? title,
    styleUsage: translated,
    styleSubcommandTerm: translated,
    styleOptionDescription: translated,
    styleArgumentDescription: translated,
  });
}
