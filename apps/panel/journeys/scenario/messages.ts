import { messagesOf } from '../../i18n/i18n.js';

/** Texts of tests with a clock. */
export const useScenarioMessages = messagesOf({
  en: {
    title: 'Test with a clock',
    note: 'People and events of your own, on a clock that runs through 90 days at once. Nothing is stored, and nothing leaves.',
    scenario: 'Scenario',
    scenarioHelp:
      'YAML, as for herald journey test: people, events with their times after the start, and what you expect. Texts, quiet hours and caps are those of the application.',
    run: 'Run the test',
    asExpected: 'Everything came out as expected.',
    differs: 'Differences from what is expected',
    difference: (node: string, expected: string, got: string) => `${node}: expected ${expected}, got ${got}`,
    nothing: 'nothing',
    empty: 'Nothing happened to anyone. Does an event let people in?',
    event: (name: string) => `Event ${name}`,
    entered: (node: string) => `Enters, first at ${node}`,
    refused: (reason: string) => `May not enter: ${reason}`,
    took: (node: string, way: string) => `At ${node}: ${way}`,
    waits: (node: string, until: string) => `Waits at ${node} until ${until}`,
    deferred: (node: string, until: string) => `The message ${node} is kept until ${until}`,
    sent: (node: string, platforms: string) => `Gets the message ${node} ${platforms}`,
    skipped: (node: string, reason: string) => `Does not get the message ${node}: ${reason}`,
    left: (node: string, reason: string) => `Leaves at ${node}: ${reason}`,
  },
  tr: {
    title: 'Saatle dene',
    note: '90 günü bir anda geçen bir saatte, kendi kişileriniz ve olaylarınız. Hiçbir şey saklanmaz, hiçbir şey gönderilmez.',
    scenario: 'Senaryo',
    scenarioHelp:
      'herald journey test komutunun aldığı YAML: kişiler, başlangıçtan sonraki zamanlarıyla olaylar ve beklentileriniz. Metinler, sessiz saatler ve sınırlar uygulamanınkidir.',
    run: 'Denemeyi çalıştır',
    asExpected: 'Her şey beklendiği gibi oldu.',
    differs: 'Beklenenden farklar',
    difference: (node, expected, got) => `${node}: beklenen ${expected}, olan ${got}`,
    nothing: 'hiçbir şey',
    empty: 'Kimseye bir şey olmadı. Kişileri içeri alan bir olay var mı?',
    event: (name) => `${name} olayı`,
    entered: (node) => `Girer, ilk adım ${node}`,
    refused: (reason) => `Giremez: ${reason}`,
    took: (node, way) => `${node} adımında: ${way}`,
    waits: (node, until) => `${node} adımında ${until} zamanına kadar bekler`,
    deferred: (node, until) => `${node} mesajı ${until} zamanına kadar tutulur`,
    sent: (node, platforms) => `${node} mesajını alır ${platforms}`,
    skipped: (node, reason) => `${node} mesajını almaz: ${reason}`,
    left: (node, reason) => `${node} adımında ayrılır: ${reason}`,
  },
});
