#include "kube/segment/slab_space.h"

#include <sys/mman.h>

#include <algorithm>

#include "base/check.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

namespace oarlock::kube::segment {
namespace {

constexpr uint64_t kPageBytes = SlabSpace::kPageWords * sizeof(uint32_t);
constexpr uint32_t kSmallSlabPages = SlabSpace::kSmallSlabBytes / kPageBytes;
constexpr uint32_t kHugeSlabPages = SlabSpace::kHugeSlabBytes / kPageBytes;
constexpr uint32_t kLargestClass = 4096;  // words
constexpr uint32_t kSlabsMax = SlabSpace::kSmallSlabs +
                               static_cast<uint32_t>(kSegmentBytesMax / SlabSpace::kHugeSlabBytes) -
                               1;

// AddressSanitizer reports who touches what was freed.
void Hide([[maybe_unused]] void* at, [[maybe_unused]] size_t bytes) {
#ifdef __SANITIZE_ADDRESS__
  ASAN_POISON_MEMORY_REGION(at, bytes);
#endif
}
void Show([[maybe_unused]] void* at, [[maybe_unused]] size_t bytes) {
#ifdef __SANITIZE_ADDRESS__
  ASAN_UNPOISON_MEMORY_REGION(at, bytes);
#endif
}

uint32_t PagesFor(uint32_t words) {
  return (words + SlabSpace::kPageWords - 1) / SlabSpace::kPageWords;
}

// Few blocks of a size need few pages; large blocks need spans that waste little at their end.
uint32_t SpanPages(uint32_t words) { return words <= 128 ? 1 : words <= 1024 ? 4 : 16; }

}  // namespace

SlabSpace::~SlabSpace() {
  if (base_ == nullptr) return;
  for (const Slab& slab : slabs_) {
    if (slab.backed) Show(base_ + slab.first_page * kPageBytes, slab.pages * kPageBytes);
  }
  munmap(base_, kSegmentBytesMax);
}

// Twice the range is asked for, so that an aligned one lies in it; the rest is given back.
bool SlabSpace::Reserve() {
  void* const found = mmap(nullptr, 2 * kSegmentBytesMax, PROT_NONE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (found == MAP_FAILED) return false;
  const auto start = reinterpret_cast<uintptr_t>(found);
  const uintptr_t aligned = (start + kSegmentBytesMax - 1) & ~(kSegmentBytesMax - 1);
  if (aligned > start) munmap(found, aligned - start);
  const uintptr_t end = start + 2 * kSegmentBytesMax;
  const uintptr_t aligned_end = aligned + kSegmentBytesMax;
  if (end > aligned_end) munmap(reinterpret_cast<void*>(aligned_end), end - aligned_end);
  base_ = reinterpret_cast<std::byte*>(aligned);
  MakeClasses();
  EnsureSlabs(1);
  if (!Back(0)) return false;
  OARLOCK_CHECK(TakePages(1) == 0);
  return true;
}

// Steps of two words up to 32, then sixteen to each doubling.
void SlabSpace::MakeClasses() {
  const auto add = [this](uint32_t words) {
    SizeClass entry;
    entry.words = words;
    entry.span_pages = SpanPages(words);
    entry.blocks = entry.span_pages * kPageWords / words;
    classes_.push_back(std::move(entry));
  };
  for (uint32_t words = 2; words <= 32; words += 2) add(words);
  for (uint32_t from = 32; from < kLargestClass; from *= 2) {
    const uint32_t step = std::max(from / 16, 2u);
    for (uint32_t words = from + step; words <= 2 * from; words += step) add(words);
  }
  class_of_.resize(kLargestClass / 2 + 1);
  uint8_t at = 0;
  for (uint32_t half = 0; half < class_of_.size(); ++half) {
    while (classes_[at].words < 2 * half) ++at;
    class_of_[half] = at;
  }
}

uint32_t SlabSpace::ClassOf(uint32_t words) const { return class_of_[(words + 1) / 2]; }

uint32_t SlabSpace::Allocate(uint32_t words) {
  if (words > kLargestClass) {
    const uint32_t pages = PagesFor(words);
    const uint32_t first = TakePages(pages);
    if (first == kNone) return 0;
    used_words_ += uint64_t{pages} * kPageWords;
    return first * kPageWords;
  }
  const uint32_t size_class = ClassOf(words);
  const uint32_t at = AllocateIn(size_class);
  if (at != 0) used_words_ += classes_[size_class].words;
  return at;
}

uint32_t SlabSpace::AllocateIn(uint32_t size_class) {
  SizeClass& entry = classes_[size_class];
  if (entry.partial.empty() && NewSpan(size_class) == kNone) return 0;
  const uint32_t id = entry.partial.back();
  Span& span = spans_[id];
  uint32_t at = span.free_head;
  if (at != 0) {
    span.free_head = *At(at);
  } else {
    at = span.page * kPageWords + span.fresh++ * entry.words;
  }
  Show(At(at), entry.words * sizeof(uint32_t));
  ++span.live;
  if (span.live == entry.blocks) Unlink(id);
  return at;
}

uint32_t SlabSpace::NewSpan(uint32_t size_class) {
  const uint32_t pages = classes_[size_class].span_pages;
  const uint32_t first = TakePages(pages);
  if (first == kNone) return kNone;
  uint32_t id = 0;
  if (free_spans_.empty()) {
    id = static_cast<uint32_t>(spans_.size());
    spans_.emplace_back();
  } else {
    id = free_spans_.back();
    free_spans_.pop_back();
  }
  spans_[id] = {};
  spans_[id].page = first;
  spans_[id].size_class = static_cast<uint8_t>(size_class);
  for (uint32_t page = first; page < first + pages; ++page) span_of_page_[page] = id;
  Link(id);
  return id;
}

void SlabSpace::Free(uint32_t at, uint32_t words) {
  if (words > kLargestClass) {
    const uint32_t pages = PagesFor(words);
    used_words_ -= uint64_t{pages} * kPageWords;
    GivePages(at / kPageWords, pages);
    return;
  }
  const uint32_t id = span_of_page_[at / kPageWords];
  Span& span = spans_[id];
  const SizeClass& entry = classes_[span.size_class];
  used_words_ -= entry.words;
  *At(at) = span.free_head;
  span.free_head = at;
  Hide(At(at) + 1, (entry.words - 1) * sizeof(uint32_t));  // the link stays
  if (span.partial == kNone) Link(id);
  if (--span.live == 0) FreeSpan(id);
}

void SlabSpace::FreeSpan(uint32_t id) {
  Unlink(id);
  const Span& span = spans_[id];
  GivePages(span.page, classes_[span.size_class].span_pages);
  free_spans_.push_back(id);
}

void SlabSpace::Link(uint32_t id) {
  std::vector<uint32_t>& list = classes_[spans_[id].size_class].partial;
  spans_[id].partial = static_cast<uint32_t>(list.size());
  list.push_back(id);
}

void SlabSpace::Unlink(uint32_t id) {
  std::vector<uint32_t>& list = classes_[spans_[id].size_class].partial;
  const uint32_t place = spans_[id].partial;
  list[place] = list.back();
  spans_[list[place]].partial = place;
  list.pop_back();
  spans_[id].partial = kNone;
}

uint32_t SlabSpace::SlabOfPage(uint32_t page) const {
  if (page < kHugeSlabPages) return page / kSmallSlabPages;
  return kSmallSlabs + page / kHugeSlabPages - 1;
}

void SlabSpace::EnsureSlabs(uint32_t count) {
  while (slabs_.size() < count) {
    Slab slab;
    const auto i = static_cast<uint32_t>(slabs_.size());
    const bool small = i < kSmallSlabs;
    slab.pages = small ? kSmallSlabPages : kHugeSlabPages;
    slab.first_page = small ? i * kSmallSlabPages : (i - kSmallSlabs + 1) * kHugeSlabPages;
    const size_t pages = slab.first_page + slab.pages;
    free_pages_.resize((pages + 63) / 64);
    span_of_page_.resize(pages);
    slabs_.push_back(slab);
  }
}

uint32_t SlabSpace::TakePages(uint32_t count) {
  uint32_t first = FindRun(count);
  if (first == kNone) {
    if (!BackMore(count)) return kNone;
    first = FindRun(count);
    OARLOCK_CHECK(first != kNone);
  }
  for (uint32_t page = first; page < first + count; ++page) {
    free_pages_[page / 64] &= ~(uint64_t{1} << page % 64);
  }
  while (first_free_ < free_pages_.size() && free_pages_[first_free_] == 0) ++first_free_;
  CountUsed(first, count, true);
  Show(At(first * kPageWords), count * kPageBytes);
  return first;
}

// The first run of that many free pages, so that the last slabs empty.
uint32_t SlabSpace::FindRun(uint32_t count) const {
  uint32_t length = 0;
  for (size_t word = first_free_; word < free_pages_.size(); ++word) {
    const uint64_t bits = free_pages_[word];
    if (bits == 0) {
      length = 0;
      continue;
    }
    for (uint32_t bit = 0; bit < 64; ++bit) {
      length = (bits >> bit & 1) != 0 ? length + 1 : 0;
      if (length == count) return static_cast<uint32_t>(word * 64 + bit) + 1 - count;
    }
  }
  return kNone;
}

void SlabSpace::GivePages(uint32_t first, uint32_t count) {
  Hide(At(first * kPageWords), count * kPageBytes);
  for (uint32_t page = first; page < first + count; ++page) {
    free_pages_[page / 64] |= uint64_t{1} << page % 64;
  }
  first_free_ = std::min(first_free_, size_t{first / 64});
  CountUsed(first, count, false);
  ReleaseEmpty();
}

void SlabSpace::CountUsed(uint32_t first, uint32_t count, bool used) {
  for (uint32_t page = first; page < first + count;) {
    Slab& slab = slabs_[SlabOfPage(page)];
    const uint32_t part = std::min(first + count, slab.first_page + slab.pages) - page;
    if (slab.pages == kHugeSlabPages && slab.used == 0) --empty_huge_;
    slab.used = used ? slab.used + part : slab.used - part;
    if (slab.pages == kHugeSlabPages && slab.used == 0) ++empty_huge_;
    page += part;
  }
}

// Backs slabs that lie side by side and hold that many pages.
bool SlabSpace::BackMore(uint32_t pages) {
  const uint32_t needed = pages <= kSmallSlabPages ? 1 : (pages - 1) / kHugeSlabPages + 1;
  uint32_t first = pages <= kSmallSlabPages ? 0 : kSmallSlabs;
  uint32_t run = 0;
  for (uint32_t at = first; at < kSlabsMax; ++at) {
    const bool usable = at >= slabs_.size() || !slabs_[at].backed || slabs_[at].used == 0;
    run = usable ? run + 1 : 0;
    if (run < needed) continue;
    EnsureSlabs(at + 1);
    for (uint32_t slab = at + 1 - needed; slab <= at; ++slab) {
      if (!slabs_[slab].backed && !Back(slab)) return false;
    }
    return true;
  }
  return false;
}

bool SlabSpace::Back(uint32_t index) {
  Slab& slab = slabs_[index];
  std::byte* const at = base_ + slab.first_page * kPageBytes;
  const size_t bytes = slab.pages * kPageBytes;
  if (mprotect(at, bytes, PROT_READ | PROT_WRITE) != 0) return false;
  if (slab.pages == kHugeSlabPages) {
    madvise(at, bytes, MADV_HUGEPAGE);  // advice: without huge pages the slab works as well
    ++empty_huge_;
  }
  slab.backed = true;
  backed_bytes_ += bytes;
  for (uint32_t page = slab.first_page; page < slab.first_page + slab.pages; ++page) {
    free_pages_[page / 64] |= uint64_t{1} << page % 64;
  }
  first_free_ = std::min(first_free_, size_t{slab.first_page / 64});
  return true;
}

void SlabSpace::ReleaseEmpty() {
  const uint32_t kept = used_words_ * sizeof(uint32_t) > kSmallSlabs * kSmallSlabBytes ? 1 : 0;
  for (auto i = static_cast<uint32_t>(slabs_.size()); i-- > kSmallSlabs && empty_huge_ > kept;) {
    if (slabs_[i].backed && slabs_[i].used == 0) Unback(i);
  }
}

void SlabSpace::Unback(uint32_t index) {
  Slab& slab = slabs_[index];
  std::byte* const at = base_ + slab.first_page * kPageBytes;
  const size_t bytes = slab.pages * kPageBytes;
  Show(at, bytes);
  madvise(at, bytes, MADV_DONTNEED);
  mprotect(at, bytes, PROT_NONE);
  slab.backed = false;
  --empty_huge_;
  backed_bytes_ -= bytes;
  for (uint32_t page = slab.first_page; page < slab.first_page + slab.pages; ++page) {
    free_pages_[page / 64] &= ~(uint64_t{1} << page % 64);
  }
}

}  // namespace oarlock::kube::segment
