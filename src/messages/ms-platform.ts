/** Bahasa Melayu: apa yang ditunjukkan oleh rangkaian sembang tentang Mama. */
import type { PlatformMessages } from "./platform.ts";

export const platform: PlatformMessages = {
  commands: {
    today: "Belanja hari ini",
    month: "Bulan ini setakat ini",
    caps: "Had belanja awak, dan bakinya",
    reminders: "Bil dan peringatan awak",
    undo: "Batalkan rekod terakhir",
    memories: "Apa yang saya ingat tentang awak",
    settings: "Zon masa, mata wang, bahasa",
    link: "Guna rekod yang sama di aplikasi lain",
    export: "Semua tentang awak dalam satu fail",
    erase: "Buang semua tentang awak",
    help: "Apa yang boleh awak taip",
    start: "Cara mula",
  },
  about:
    "Saya Mama, jurulatih wang awak. Taip apa yang awak belanja, contohnya “makan 15”, dan saya simpan. Tanya “berapa hari ni?”, atau minta saya ingatkan bil.",
  aboutShort: "Jurulatih wang dalam sembang. Taip belanja awak, tanya ke mana perginya.",
  privateOnly: "Hal wang biar peribadi, jadi saya hanya guna sembang peribadi. Tulis kepada saya di sana!",
  unreadable: {
    voice: "Saya belum boleh dengar mesej suara. Boleh taip?",
    audio: "Saya tak boleh dengar audio. Boleh taip?",
    video: "Saya tak boleh tonton video. Gambar atau beberapa patah kata boleh.",
    video_note: "Saya tak boleh tonton video. Gambar atau beberapa patah kata boleh.",
    animation: "Saya tak boleh baca GIF. Beberapa patah kata lebih senang.",
    sticker: "Pelekat yang comel! Tapi saya hanya baca tulisan dan gambar.",
    location: "Saya tak boleh guna lokasi. Taip apa yang awak belanja di situ, contohnya “makan 15”.",
    contact: "Saya tak boleh guna kenalan. Taip apa yang awak belanja, contohnya “makan 15”.",
    poll: "Saya tak boleh jawab undian. Taip apa yang awak belanja, contohnya “makan 15”.",
    document: "Saya belum boleh baca fail jenis itu. Gambar atau beberapa patah kata boleh.",
    large_picture: "Gambar itu lebih besar daripada 10 MB. Boleh hantar yang lebih kecil?",
    view_once: "Saya tak boleh buka gambar sekali lihat. Boleh hantar sebagai gambar biasa?",
    sealed_edit: "Saya tak nampak suntingan di sini. Taip perubahannya, contohnya “bukan, RM18”.",
    unread: "Saya tak dapat baca mesej awak tadi. Boleh tolong hantar sekali lagi?",
    other: "Saya belum boleh baca mesej jenis itu. Boleh taip?",
  },
};
