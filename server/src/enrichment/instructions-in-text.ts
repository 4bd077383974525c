import { decoded, latin, letters, plain } from './plain-form.ts';

/** Where a text is from. On a page, words may be innocent that nobody has in a name or title. */
export type Origin = 'profile' | 'page';

// Each set reads: forget · what came before · instructions. Written without accents.
const forget =
  'ignore|disregard|forget|override|bypass|neglect|ignorier\\w{0,20}|missachte\\w{0,20}|vergiss|vergesse\\w{0,20}|uberschreibe|ignorez|ignore[rz]?|oublie[rz]?|ne tiens pas compte|ignora|ignorad|ignorare|olvida|olvide|dimentica\\w{0,20}|ignore|esqueca|desconsidere|negeer|vergeet|zignoruj|pomin|ignoruj|игнорируи\\w{0,20}|проигнорируи\\w{0,20}|забудь\\w{0,20}|yok say|gormezden gel|unut';
const before =
  'previous|prior|above|earlier|preceding|former|foregoing|all|your|these|my|vorherig\\w{0,20}|vorig\\w{0,20}|bisherig\\w{0,20}|obig\\w{0,20}|alle\\w{0,20}|deine|ihre|precedent\\w{0,20}|anterieur\\w{0,20}|toutes|vos|anterior\\w{0,20}|previ[ao]s|todas|todos|sus|precedent[ei]|tutt[ei]|le tue|eerdere|vorige|voorgaande|poprzedni\\w{0,20}|wszystkie|предыдущ\\w{0,20}|все|прежни\\w{0,20}|onceki';
const orders =
  'instruct\\w{0,20}|prompts?|rules?|directions?|directives?|guidelines?|orders?|commands?|anweisung\\w{0,20}|anleitung\\w{0,20}|vorgabe\\w{0,20}|regeln|befehl\\w{0,20}|consignes?|instruccion\\w{0,20}|indicacion\\w{0,20}|istruzion\\w{0,20}|instruc\\w{0,20}|instructies|opdracht\\w{0,20}|instrukcj\\w{0,20}|polecen\\w{0,20}|инструкци\\w{0,20}|указани\\w{0,20}|команд\\w{0,20}|talimat\\w{0,20}';

/** Nobody writes so but to a model. */
const surely: RegExp[] = [
  new RegExp(
    `(?<!\\p{L})(?:${forget})(?!\\p{L}).{0,30}?(?<!\\p{L})(?:${before})(?!\\p{L}).{0,30}?(?<!\\p{L})(?:${orders})`,
    'u',
  ),
  /\b(?:ignore|disregard|forget|override)\b.{0,40}?\b(?:instructions|prompts?)\b/u,
  /忽略.{0,12}(?:指令|指示|说明|提示|规则)|无视.{0,12}(?:指令|指示|说明|提示)|忘记.{0,12}(?:指令|指示)/u,
  /(?:指示|命令|フロンフト|指令).{0,12}(?:無視|忘れ)|無視.{0,12}(?:指示|命令)/u,
  /(?:지시|명령|프롬프트).{0,12}(?:무시|잊)/u,
  /تجاهل.{0,30}(?:التعليمات|تعليمات|الاوامر)/u,
  /\bsystem ?prompt\b|\bdeveloper message\b|\bhidden (?:prompt|instructions?)\b/u,
  /\bprompt injection\b|\bjail ?break\b|\bdan mode\b|\bdeveloper mode\b/u,
  /<\|?(?:im_start|im_end|system|endoftext|assistant|user)\|?>|\[\/?inst\]|<<\/?sys>>|\[system\]|### ?(?:system|instruction|assistant)/u,
  /\b(?:you are|du bist|sie sind|tu es|vous etes|eres|sei|voce e|je bent) (?:now |jetzt |nun |desormais |maintenant |ahora |ora |agora |nu )?(?:an? |eine? |une? |uma? |una )?(?:ai|ki|ia|assistant|assistent|asistente|chatbot|language model|llm|gpt|dan|unrestricted|unfiltered)\b/u,
  /\b(?:ai|llm|gpt|chatgpt|claude|gemini|language model|assistant|chatbot|summari[sz]er)s?\b.{0,20}\b(?:reading|processing|analy[sz]ing|summari[sz]ing|parsing|visiting) (?:this|the)\b/u,
  /\b(?:ai|llm|gpt|chatgpt|claude|gemini|assistant|chatbot)s?[,:] (?:you )?(?:must|should|shall|please|always|never)\b/u,
  /\b(?:if you are|when you are|note to|attention|message (?:to|for)|instructions? (?:to|for)|dear) (?:an? |any |the |all )?(?:ai|llm|language model|assistant|chatbot|gpt|crawler bot)s?\b/u,
  /\b(?:reveal|print|show|repeat|output|leak|tell me) (?:me )?(?:your|the) (?:system|hidden|initial|secret|original|full)? ?(?:prompt|instructions?|rules|api key|key|configuration)\b/u,
  /\bnew (?:instructions?|task|rules?|directives?) ?:/u,
  /\b(?:your|the) (?:new|real|actual|true|only) (?:task|instructions?|goal|job|purpose|objective|role)s? (?:is|are)\b/u,
  /\bdo not (?:follow|obey|use) (?:the|your|any|these) (?:system|previous|above|other|earlier)/u,
  /\b(?:pretend|act|behave|roleplay) (?:to be|as if|as though|like) (?:you|an? (?:ai|assistant|different))/u,
];

/** Said to a model, or in the wrong place: enough in a profile, on a page only as an order. */
const orderly: RegExp[] = [
  /\byou are now\b|\bfrom now on\b|\bdu bist jetzt\b|\bsie sind nun\b|\ba partir d(?:e )?(?:ahora|maintenant)\b|\bdesormais\b|\bvous etes maintenant\b/u,
  /\b(?:respond|reply|answer) (?:only |just |exactly |always |instead )*(?:with|by|as|in)\b|\bantworte\w{0,20} (?:nur |ausschliesslich |immer )*(?:mit|auf)\b|\brepond\w{0,20} (?:uniquement |seulement )?(?:avec|par)\b|\bresponda?e? (?:solo |unicamente |apenas )?(?:con|com)\b|\brispondi (?:solo )?con\b|\bответь\b|\bотвечаи\w{0,20}\b/u,
  /\b(?:output|print|return|write|say|include|insert|append|repeat|gib|schreib\w{0,20}|ecris|ecrivez|escribe|escriba|scrivi|escreva) (?:only |just |exactly |instead |verbatim |nur |genau |uniquement |exactement |solo |exactamente |somente )*(?:the (?:following|text|words?|phrase|sentence|link)|this (?:text|link|sentence|url)|following|verbatim|word for word|den (?:text|satz|link)|die worte|aus|le texte|la phrase|el texto|la frase|il testo|o texto)\b/u,
  /(?:^|[\n.;"'(\]>-]) ?(?:system|assistant|user|developer|human|systeme?|sistema) ?:/u,
];

/** Without anything between the letters. Long enough that chance does not write them. */
const spelled =
  /(?:ignore|disregard|forget)(?:all|any|the|your|my|these)*(?:previous|prior|above|earlier)(?:instructions?|prompts?|rules|directions)|ignoreall(?:instructions|prompts)|systemprompt(?:is|:)|ignorieredievorherigenanweisungen|ignorierealle(?:vorherigen)?anweisungen|ignorezlesinstructionsprecedentes|ignoralasinstruccionesanteriores/u;

/** A page is addressed to people; where it speaks of these, an order is one to a model. */
const aboutModels =
  /\b(?:ai|llm|gpt|chatgpt|claude|gemini|prompts?|language model|assistant|chatbot|summar(?:y|ise|ize)|json|instructions?|system)\b/u;
const atStart =
  /(?:^|[.!?:;\n"'(\]>-]\s*)(?:please |now |bitte |then )?(?:respond|reply|answer|antworte|repondez|responde|rispondi)\b/u;

/** More than any page or answer has that is checked. */
const maxLength = 60_000;

/** The passage of a text that speaks to a model as if it had something to say, or nothing. */
export function instructionIn(text: string, origin: Origin): string | undefined {
  for (const form of formsOf(text.slice(0, maxLength))) {
    const found = [...surely, ...(origin === 'profile' ? orderly : [])]
      .map((pattern) => pattern.exec(form))
      .find((match) => match !== null);
    if (found) return passageAt(form, found.index);
    if (origin === 'page') {
      const ordered = orderOnPage(form);
      if (ordered !== undefined) return ordered;
    }
    if (spelled.test(letters(form))) return form.slice(0, 300);
  }
  return undefined;
}

/** As it stands, as it looks, and what it hides. */
const formsOf = (text: string): string[] =>
  [text, ...decoded(text)].flatMap((each) => [
    withBreaks(each, plain),
    withBreaks(each, latin),
    plain(each),
    latin(each),
  ]);

/** Line by line, since where a line begins tells an order from a sentence. */
const withBreaks = (text: string, form: (line: string) => string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => form(line).trim())
    .join('\n');

function orderOnPage(form: string): string | undefined {
  for (const pattern of orderly)
    for (const match of form.matchAll(new RegExp(pattern.source, 'gu'))) {
      const near = passageAt(form, match.index);
      const start = form.slice(Math.max(0, match.index - 3), match.index + match[0].length);
      if (aboutModels.test(near.replace(match[0], '')) || atStart.test(start)) return near;
    }
  return undefined;
}

const passageAt = (text: string, index: number): string =>
  text.slice(Math.max(0, index - 150), index + 250);
