# The deck with Squib: the cards as data in, a PDF of fronts and one of backs out, on A4.
#
#     ruby squib_cards.rb PROJECT OUT.pdf
#
# PROJECT holds deck.json and the art. The cards are kept as vectors (backend: svg) and placed three by three without
# bleed, backs from right to left; OUT.backs.pdf has the backs. Text shrinks until it fits its box. No checks, no footer.
require 'json'
require 'tmpdir'
require 'squib'

DPI = 300
BLEED = 3

project, out = ARGV.map { |path| File.expand_path(path) }
cards = JSON.parse(File.read(File.join(project, 'deck.json')))
icons = Dir[File.join(project, 'templates/bench/icons/*.svg')].to_h { |path| [File.basename(path, '.svg'), File.read(path)] }

def at(value)
  "#{value + BLEED}mm"
end

def darker(colour)
  '#' + colour.delete('#').scan(/../).map { |part| format('%02x', part.hex * 6 / 10) }.join
end

def save_sheets(deck, out, rtl: false)
  deck.save_pdf dir: File.dirname(out), file: File.basename(out), width: '210mm', height: '297mm', margin: '7.5mm',
                trim: "#{BLEED}mm", crop_marks: true, rtl: rtl
end

Dir.mktmpdir do |kept|
  config = File.join(kept, 'config.yml')
  size = { cards: cards.size, width: '69mm', height: '94mm', dpi: DPI, config: config }

  File.write(config, JSON.dump(backend: 'svg', dir: File.join(kept, 'fronts')))
  Squib::Deck.new(**size) do
    background color: cards.map { |card| "(0,0)(0,#{height}) #{card['light']}@0.0 #{card['dark']}@1.0" }
    circle x: at(12), y: at(10), radius: '24mm', stroke_width: 0,
           fill_color: '(177,154,0)(177,154,283) #ffffffff@0.0 #ffffff00@1.0'
    text str: cards.map { |card| card['name'] }, font: 'Fredoka One 14', x: at(4), y: at(5), width: '55mm',
         align: :center, color: '#111111'
    svg file: cards.map { |card| File.join(project, "card_data/bench/art/#{card['id']}.svg") },
        x: at(4), y: at(14), width: '55mm', height: '38.5mm'
    6.times do |place|
      drawn = cards.map { |card| icons[card['icons'][place]].gsub('currentColor', darker(card['dark'])) }
      svg data: drawn, x: at(4.5 + 9.5 * place), y: at(53.5), width: '6.5mm', height: '6.5mm'
    end
    rect x: at(4), y: at(61), width: '55mm', height: '23mm', radius: '1.5mm', fill_color: :white, stroke_width: 0
    text str: cards.map { |card| card['text'].gsub(/\*\*(.+?)\*\*/, '<b>\1</b>') }, markup: true,
         font: 'Source Sans Pro 9', x: at(5.5), y: at(62), width: '52mm', height: '21mm',
         ellipsize: :autoscale, color: '#111111'
    save_sheets self, out
  end

  File.write(config, JSON.dump(backend: 'svg', dir: File.join(kept, 'backs')))
  Squib::Deck.new(**size) do
    background color: cards.map { |card| card['suit'] }
    (0...88).step(8) { |y| circle x: at(8 + y / 2.0), y: at(y), radius: '3mm', fill_color: '#ffffff66', stroke_width: 0 }
    save_sheets self, out.sub(/\.pdf$/, '.backs.pdf'), rtl: true
  end
end
